#!/bin/sh
#@heading
# Read it before you run it, and take out what you do not want: each block stands for itself.
#
# Without --apply it runs nothing and says what it would do.
#   sh remedies.sh                            what would be done
#   sh remedies.sh --apply                    set vmx.reboot.powerCycle on the machines below
#   sh remedies.sh --apply --drs-groups       and make the DRS groups
#
# vmx.reboot.powerCycle = TRUE turns the next restart of the guest into a power cycle. Nothing is restarted now: restart the guests in
# their maintenance window, each on the class of hosts where it is to stay. That this renews the rate of the TSC is expected, not
# documented: check afterwards with: timerprobe check
# The groups alone move nothing. A rule that ties the two of one frequency together keeps machines there:
#   govc cluster.rule.create -cluster CLUSTER -name NAME -enable -vm-host -vm-group '... VMs' -host-affine-group '... hosts'
#
# It needs govc, and GOVC_USERNAME and GOVC_PASSWORD in the environment; the script itself chooses the vCenter (GOVC_URL).
# The account needs the privilege VirtualMachine.Config.AdvancedConfig on the machines; for the groups Host.Inventory.EditCluster.

set -u

apply=no
groups=no
for argument; do
  case $argument in
    --apply) apply=yes ;;
    --drs-groups) groups=yes ;;
    *) printf 'usage: %s [--apply] [--drs-groups]\n' "$0" >&2; exit 2 ;;
  esac
done

if [ "$apply" = yes ] && ! command -v govc >/dev/null; then
  echo 'govc was not found' >&2
  exit 2
fi

changed=0
planned=0
failed=0

fail() {
  failed=$((failed + 1))
  printf 'Failed: %s: %s\n' "$1" "$2" >&2
}

# The inventory path of the object with this reference, such as VirtualMachine:vm-101: one line, or nothing is done.
path_of() {
  path=$(govc ls -L "$1") || return 1
  [ -n "$path" ] && [ "$(printf '%s\n' "$path" | wc -l)" -eq 1 ]
}

# The path for govc's finder, which takes these characters for a pattern.
literal() {
  printf '%s\n' "$1" | sed 's/[][*?\\]/\\&/g'
}

# power_cycle_at_restart SERVER ID INSTANCE-UUID NAME
power_cycle_at_restart() {
  what="vmx.reboot.powerCycle = TRUE on $4 ($2 on $1)"
  if [ "$apply" != yes ]; then
    planned=$((planned + 1))
    printf 'Would: %s\n' "$what"
    return
  fi

  export GOVC_URL="$1"
  if ! path_of "VirtualMachine:$2"; then
    fail "$what" 'not exactly one virtual machine found'
    return
  fi

  if ! uuid=$(govc object.collect -s "VirtualMachine:$2" config.instanceUuid); then
    fail "$what" 'its instance UUID could not be read'
    return
  fi

  if [ -n "$3" ] && [ "$uuid" != "$3" ]; then
    fail "$what" 'another virtual machine has this id now'
    return
  fi

  if govc vm.change -vm.ipath="$path" -e vmx.reboot.powerCycle=TRUE; then
    changed=$((changed + 1))
    printf 'Done: %s\n' "$what"
  else
    fail "$what" 'govc vm.change did not succeed'
  fi
}

# make_group SERVER CLUSTER-ID NAME -host|-vm REFERENCE...
make_group() {
  what="group $3 in $2 on $1"
  if [ "$apply" != yes ]; then
    planned=$((planned + 1))
    printf 'Would: %s with %s members\n' "$what" "$(($# - 4))"
    return
  fi

  export GOVC_URL="$1"
  cluster_id=$2 name=$3 kind=$4
  shift 4
  # Each reference is taken from the front, and its path put at the end.
  for reference; do
    shift
    if ! path_of "$reference"; then
      fail "$what" "$reference was not found"
      return
    fi

    set -- "$@" "$(literal "$path")"
  done

  if ! path_of "ClusterComputeResource:$cluster_id"; then
    fail "$what" 'not exactly one cluster found'
    return
  fi

  if govc cluster.group.create -cluster "$(literal "$path")" -name "$name" "$kind" "$@"; then
    changed=$((changed + 1))
    printf 'Done: %s\n' "$what"
  else
    fail "$what" 'govc cluster.group.create did not succeed'
  fi
}

#@changes

printf '%s done, %s would be done, %s failed.\n' "$changed" "$planned" "$failed"
if [ "$apply" != yes ]; then
  echo 'Nothing was changed: that takes --apply.'
fi

[ "$failed" -eq 0 ]
