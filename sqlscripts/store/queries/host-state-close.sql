UPDATE host_state SET until = @at WHERE host_id = @id AND until IS NULL
