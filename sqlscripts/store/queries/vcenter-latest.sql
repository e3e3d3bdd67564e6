SELECT vcenter.server, run.document_id, scan.at
FROM vcenter JOIN vcenter_scan AS scan ON scan.vcenter_id = vcenter.id JOIN run ON run.id = scan.run_id
WHERE scan.at = (SELECT MAX(later.at) FROM vcenter_scan AS later WHERE later.vcenter_id = vcenter.id)
ORDER BY scan.at, vcenter.id
