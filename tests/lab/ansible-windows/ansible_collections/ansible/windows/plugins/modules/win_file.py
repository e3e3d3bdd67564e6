"""Stands in for ansible.windows.win_file: the options that its documentation has, done on this machine."""
import glob
import os
import shutil

from ansible.module_utils.basic import AnsibleModule

module = AnsibleModule(argument_spec={
    "path": {"type": "path", "required": True, "aliases": ["dest", "name"]},
    "src": {"type": "path"},
    "state": {"type": "str", "choices": ["absent", "directory", "file", "touch", "hard", "link", "junction"]},
})
if module.params["state"] != "absent":
    module.fail_json(msg="only removing is done here")
shutil.rmtree(module.params["path"])
for written in glob.glob(glob.escape(module.params["path"] + "\\") + "*"):
    os.remove(written)
module.exit_json(changed=True)
