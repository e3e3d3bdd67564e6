INSERT INTO scan_lock (name, holder) VALUES ('scan', @holder) ON CONFLICT (name) DO UPDATE SET holder = excluded.holder
