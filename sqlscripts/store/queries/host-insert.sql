INSERT INTO host (id, vcenter_id, moref, name, first_seen_at) VALUES (@id, @vcenter_id, @moref, @name, @at)
