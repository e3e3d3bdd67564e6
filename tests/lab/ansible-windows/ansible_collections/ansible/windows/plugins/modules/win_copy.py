"""Stands in for ansible.windows.win_copy: the options that its documentation has, done on this machine."""
import shutil

from ansible.module_utils.basic import AnsibleModule

module = AnsibleModule(argument_spec={
    "content": {"type": "str"},
    "decrypt": {"type": "bool", "default": True},
    "dest": {"type": "path", "required": True},
    "backup": {"type": "bool", "default": False},
    "force": {"type": "bool", "default": True},
    "local_follow": {"type": "bool", "default": True},
    "remote_src": {"type": "bool", "default": False},
    "src": {"type": "path"},
})
shutil.copy(module.params["src"], module.params["dest"].replace("\\", "/"))
module.exit_json(changed=True)
