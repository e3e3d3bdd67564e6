DELETE FROM server_node WHERE seen_at < @before
