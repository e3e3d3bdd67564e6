INSERT INTO future_time (at, mended) VALUES (@at, @mended)
