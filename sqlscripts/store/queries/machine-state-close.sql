UPDATE machine_state SET until = @at WHERE machine_id = @id AND until IS NULL
