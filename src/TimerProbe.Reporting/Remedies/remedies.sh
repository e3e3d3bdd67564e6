#!/bin/sh
#@heading
# Read it before you run it, and take out what you do not want: each block stands for itself.
#
# Without --apply it runs nothing and says what it would do.
#   sh remedies.sh                            what would be done
#   sh remedies.sh --apply                    set vmx.reboot.powerCycle on the machines that have no host to be moved to
#   sh remedies.sh --apply --moves            and before that move the others back by vMotion
#   sh remedies.sh --apply --moves --pilot    one machine only: check it with timerprobe check before the others
#   sh remedies.sh --apply --moves --batch=10 at most ten machines; run it again for the next ten
#   sh remedies.sh --apply --drs-groups       and make the DRS groups
#   sh remedies.sh --apply --drs-rules        and make the groups, and a rule of each that keeps its virtual machines on its hosts
#
# Each virtual machine gets the one change that the report proposes for it: one that is moved gets no power cycle.
#
# A move back needs no downtime and ends the slowness at once; that is expected, not tried on a real host. A machine that has changed hosts
# since the scan is left alone, and so is one whose destination is not connected or in maintenance mode. At its end, vMotion stops (stuns) the
# virtual machine for a moment: check the lease and heartbeat timeouts of clusters of guests (WSFC, availability groups, Pacemaker). One with SCSI bus
# sharing, a raw device mapping or a passthrough device may not be able to move. No move breaks a DRS rule between virtual machines that the scan read.
#
# vmx.reboot.powerCycle = TRUE turns the next restart of the guest into a power cycle, once: ESXi (from 6.5 U3 and 6.7 U3 on) clears it then. Nothing is restarted now: restart the guests in
# their maintenance window, each on the class of hosts where it is to stay. That this renews the rate of the TSC is expected, not
# documented: check afterwards with: timerprobe check
# The groups alone move nothing: without a rule, DRS may take a machine away again. --drs-rules is the one switch that makes rules (Should run
# on hosts in group). A group holds the running virtual machines of its frequency, those that are to be moved there too, and none of vSphere's own (vCLS).
# A virtual machine that is off belongs to no frequency until it is powered on: add its id to a group below if it is to start there.
#
# It needs govc, and GOVC_USERNAME and GOVC_PASSWORD in the environment; the script itself chooses the vCenter (GOVC_URL).
# The account needs the privilege VirtualMachine.Config.AdvancedConfig on the machines; for the moves Resource.HotMigrate; for the groups Host.Inventory.EditCluster.

set -u

apply=no
groups=no
moves=no
rules=no
batch=100000
for argument; do
  case $argument in
    --apply) apply=yes ;;
    --drs-groups) groups=yes ;;
    --drs-rules) groups=yes rules=yes ;;
    --moves) moves=yes ;;
    --pilot) batch=1 ;;
    --batch=[1-9]*) batch=${argument#--batch=} ;;
    *) printf 'usage: %s [--apply] [--moves] [--pilot] [--batch=N] [--drs-groups] [--drs-rules]\n' "$0" >&2; exit 2 ;;
  esac
done

case $batch in *[!0-9]*) echo '--batch takes a number' >&2; exit 2 ;; esac

if [ "$apply" = yes ] && ! command -v govc >/dev/null; then
  echo 'govc was not found' >&2
  exit 2
fi

changed=0
planned=0
failed=0
machines=0
left=0

# Whether one more machine may be changed; what fails counts, so that a batch of failures ends.
one_more() {
  if [ "$machines" -ge "$batch" ]; then
    left=$((left + 1))
    return 1
  fi

  machines=$((machines + 1))
}

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

# Whether the machine of this id is still the one that the scan saw; its inventory path is then in $path.
# same_machine WHAT ID INSTANCE-UUID
same_machine() {
  if ! path_of "VirtualMachine:$2"; then
    fail "$1" 'not exactly one virtual machine found'
    return 1
  fi

  if ! uuid=$(govc object.collect -s "VirtualMachine:$2" config.instanceUuid); then
    fail "$1" 'its instance UUID could not be read'
    return 1
  fi

  if [ -n "$3" ] && [ "$uuid" != "$3" ]; then
    fail "$1" 'another virtual machine has this id now'
    return 1
  fi
}

# move_back SERVER ID INSTANCE-UUID NAME HOST-ID DESTINATION-ID DESTINATION
move_back() {
  what="vMotion of $4 ($2 on $1) to $7"
  if [ "$apply" != yes ]; then
    one_more || return 0
    planned=$((planned + 1))
    printf 'Would: %s\n' "$what"
    return
  fi

  export GOVC_URL="$1"
  if ! path_of "HostSystem:$6"; then
    fail "$what" 'not exactly one such host found'
    return
  fi

  destination=$path
  if [ "$(govc object.collect -s "HostSystem:$6" runtime.connectionState)" != connected ] ||
    [ "$(govc object.collect -s "HostSystem:$6" runtime.inMaintenanceMode)" != false ]; then
    fail "$what" 'its destination is not connected, or in maintenance mode'
    return
  fi

  same_machine "$what" "$2" "$3" || return 0
  now=$(govc object.collect -s "VirtualMachine:$2" runtime.host)
  if [ "$now" = "HostSystem:$6" ]; then
    printf 'Already: %s\n' "$what"
    return
  fi

  if [ "$now" != "HostSystem:$5" ]; then
    fail "$what" 'it has changed hosts since the scan'
    return
  fi

  one_more || return 0
  if govc vm.migrate -host "$(literal "$destination")" -vm.ipath="$path"; then
    changed=$((changed + 1))
    printf 'Done: %s\n' "$what"
  else
    fail "$what" 'govc vm.migrate did not succeed'
  fi
}

# power_cycle_at_restart SERVER ID INSTANCE-UUID NAME
power_cycle_at_restart() {
  what="vmx.reboot.powerCycle = TRUE on $4 ($2 on $1)"
  if [ "$apply" != yes ]; then
    one_more || return 0
    planned=$((planned + 1))
    printf 'Would: %s\n' "$what"
    return
  fi

  export GOVC_URL="$1"
  same_machine "$what" "$2" "$3" || return 0
  if govc vm.info -e -vm.ipath="$path" | grep -qi 'vmx.reboot.powerCycle:  *TRUE'; then
    printf 'Already: %s\n' "$what"
    return
  fi

  one_more || return 0
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

# make_rule SERVER CLUSTER-ID LABEL
make_rule() {
  [ "$rules" = yes ] || return 0
  what="rule $3 in $2 on $1"
  if [ "$apply" != yes ]; then
    planned=$((planned + 1))
    printf 'Would: %s\n' "$what"
    return
  fi

  export GOVC_URL="$1"
  if ! path_of "ClusterComputeResource:$2"; then
    fail "$what" 'not exactly one cluster found'
    return
  fi

  if govc cluster.rule.create -cluster "$(literal "$path")" -name "$3" -enable -vm-host -vm-group "$3 VMs" -host-affine-group "$3 hosts"; then
    changed=$((changed + 1))
    printf 'Done: %s\n' "$what"
  else
    fail "$what" 'govc cluster.rule.create did not succeed'
  fi
}

#@changes

printf '%s done, %s would be done, %s left for the next batch, %s failed.\n' "$changed" "$planned" "$left" "$failed"
if [ "$apply" != yes ]; then
  echo 'Nothing was changed: that takes --apply.'
fi

[ "$failed" -eq 0 ]
