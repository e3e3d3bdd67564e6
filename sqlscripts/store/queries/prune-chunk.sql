DELETE FROM chunk WHERE id BETWEEN @first AND @last
