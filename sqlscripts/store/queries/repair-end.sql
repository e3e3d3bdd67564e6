DROP TABLE future_time
