INSERT INTO watch (guest_id, document_id, heard_at, state) VALUES (@guest_id, @document_id, @heard_at, @state)
ON CONFLICT (guest_id) DO UPDATE SET document_id = excluded.document_id, heard_at = excluded.heard_at, state = excluded.state
