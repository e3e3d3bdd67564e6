CREATE TEMPORARY TABLE future_time (at bigint PRIMARY KEY, mended bigint NOT NULL)
