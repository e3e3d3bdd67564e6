-- Of the documents of a subject from before its last week the last of each day (UTC) stays, and whatever a vCenter was last seen by. The week
-- ends a day before the run that is saved, so that a clock which is ahead for some hours costs nothing; what was saved after a document of
-- the week stays with it, however far behind its clock was.
UPDATE run SET document = NULL
WHERE kind = @kind AND subject = @subject AND document IS NOT NULL
  AND started_at < (SELECT started_at FROM run WHERE id = (
                        SELECT MAX(+id) FROM run
                        WHERE kind = @kind AND subject = @subject AND document IS NOT NULL AND started_at <= @at - 86400000)) - 604800000
  AND id < (SELECT MIN(+id) FROM run
            WHERE kind = @kind AND subject = @subject AND document IS NOT NULL AND started_at BETWEEN @at - 691200000 AND @at)
  AND EXISTS (SELECT 1 FROM run AS later
              WHERE later.kind = run.kind AND later.subject = run.subject AND later.document IS NOT NULL
                AND later.started_at > run.started_at AND later.started_at < (run.started_at / 86400000 + 1) * 86400000)
  AND NOT EXISTS (SELECT 1 FROM vcenter_scan AS scan JOIN vcenter ON vcenter.id = scan.vcenter_id
                  WHERE scan.run_id = run.id AND scan.at = vcenter.last_scan_at)
