SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000 AS bigint)
