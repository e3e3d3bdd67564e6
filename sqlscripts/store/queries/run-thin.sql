-- Of the documents of a subject from before a time, the last of each day (UTC) stays, and whatever a vCenter was last seen by.
UPDATE run SET document = NULL
WHERE kind = @kind AND subject = @subject AND started_at < @before AND document IS NOT NULL
  AND EXISTS (SELECT 1 FROM run AS later
              WHERE later.kind = run.kind AND later.subject = run.subject AND later.document IS NOT NULL
                AND later.started_at > run.started_at AND later.started_at < (run.started_at / 86400000 + 1) * 86400000)
  AND NOT EXISTS (SELECT 1 FROM vcenter_scan AS scan JOIN vcenter ON vcenter.id = scan.vcenter_id
                  WHERE scan.run_id = run.id AND scan.at = vcenter.last_scan_at)
