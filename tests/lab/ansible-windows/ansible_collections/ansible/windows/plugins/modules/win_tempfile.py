"""Stands in for ansible.windows.win_tempfile: the options that its documentation has, done on this machine."""
import tempfile

from ansible.module_utils.basic import AnsibleModule

module = AnsibleModule(argument_spec={
    "state": {"type": "str", "choices": ["directory", "file"], "default": "file"},
    "path": {"type": "path", "default": "%TEMP%", "aliases": ["dest"]},
    "prefix": {"type": "str", "default": "ansible."},
    "suffix": {"type": "str", "default": ""},
})
if module.params["state"] != "directory":
    module.fail_json(msg="only folders are made here")
module.exit_json(changed=True, path=tempfile.mkdtemp(prefix=module.params["prefix"], suffix=module.params["suffix"]))
