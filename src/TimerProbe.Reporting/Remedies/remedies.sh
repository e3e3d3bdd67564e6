#!/bin/sh
#@heading
# Read it before you run it, and take out what you do not want: each block stands for itself.
#
# Without --apply it runs nothing and says what it would do.
#@for report
#   sh remedies.sh                            say what it would do
#   sh remedies.sh --apply                    set vmx.reboot.powerCycle on the machines that have no host in their cluster to be moved to
#   sh remedies.sh --apply --moves            and before that move the others back by vMotion
#   sh remedies.sh --apply --moves --pilot    one machine only: check it with timerprobe check before the others
#   sh remedies.sh --apply --moves --batch=10 at most ten machines; run it again for the next ten
#   sh remedies.sh --apply --drs-groups       and make the DRS groups
#   sh remedies.sh --apply --drs-rules        and make the groups, and a rule of each that keeps its virtual machines on its hosts
#
# Each virtual machine gets the one change that the report proposes for it: one that is moved gets no power cycle.
#
# A vMotion needs no downtime. It should end the slowness immediately; it has not been tested on a real host. A machine that has changed hosts
# since the scan is left alone, and so is one whose destination is not connected or in maintenance mode. At its end, vMotion stops (stuns) the
# virtual machine for a moment: check the lease and heartbeat timeouts of clusters of guests (WSFC, availability groups, Pacemaker). One with SCSI bus
# sharing, a raw device mapping or a passthrough device may not be able to move. No move breaks a DRS rule between virtual machines that the scan read.
#
# vmx.reboot.powerCycle = TRUE turns the next restart of the guest into a power cycle, once: ESXi (from 6.5 U3 and 6.7 U3 on) clears it then. Nothing is restarted now: restart the guests in
# their maintenance window, each on the class of hosts where it is to stay. That this renews the rate of the TSC is expected, not
# documented: check afterwards with: timerprobe check
#@for moves
#   sh remedies.sh                            say what it would do
#   sh remedies.sh --apply --moves            move the machines by vMotion, wave by wave
#   sh remedies.sh --apply --moves --pilot    one machine only: check it with timerprobe check before the others
#   sh remedies.sh --apply --moves --batch=10 at most ten machines; run it again for the next ten
#
# The moves of a wave run at once, as many as the plan was made for (plan --wave). The next wave begins when all of one have ended; it may need the
# room that they make: to a host that a machine was to leave and did not, it moves none. Afterwards a later scan tells what became of it.
#
# A machine that has changed hosts since the scan is left alone, and so is one whose destination is not connected or in maintenance mode. At its end,
# vMotion stops (stuns) the virtual machine for a moment: check the lease and heartbeat timeouts of clusters of guests (WSFC, availability groups,
# Pacemaker). One with SCSI bus sharing, a raw device mapping or a passthrough device may not be able to move. No move breaks a DRS rule that the scan read.
#@for rules
#   sh remedies.sh                            say what it would do
#   sh remedies.sh --apply --drs-groups       make the DRS groups
#   sh remedies.sh --apply --drs-rules        and a rule of each that keeps its virtual machines on its hosts
#
# Groups and rules that are there stay: a group gets the members that it lacks, and loses none.
#@for report rules
# The groups alone move nothing: without a rule, DRS may take a machine away again. --drs-rules is the one switch that makes rules (Should run
#@for report
# on hosts in group). A group holds the running virtual machines of its frequency, those that are to be moved there too, and none of vSphere's own (vCLS).
#@for rules
# on hosts in group). A group holds the running virtual machines that the plan names, and none of vSphere's own (vCLS). Once there is a rule, DRS that is
# fully automated moves those of them that run on other hosts.
#@for report rules
# A virtual machine that is off belongs to no frequency until it is powered on: add its id to a group below if it is to start there.
# govc knows the members of a group by their names alone: a VM whose name is not unique is skipped and reported.
#@for all
#
# It needs govc, and GOVC_USERNAME and GOVC_PASSWORD in the environment. They go to the vCenters that the scan names: with --server=NAME, once for
# each, to no other.
#@for report
# The account needs the privilege VirtualMachine.Config.AdvancedConfig on the machines; for the moves Resource.HotMigrate; for the groups Host.Inventory.EditCluster.
#@for moves
# The account needs the privilege Resource.HotMigrate on the machines.
#@for rules
# The account needs the privilege Host.Inventory.EditCluster on the clusters.
#@for all

set -u

apply=no
servers=
#@for report moves
moves=no
batch=100000
#@for report rules
groups=no
rules=no
#@for all
for argument; do
  case $argument in
    --apply) apply=yes ;;
    --server=?*) servers="$servers ${argument#--server=} " ;;
#@for report rules
    --drs-groups) groups=yes ;;
    --drs-rules) groups=yes rules=yes ;;
#@for report moves
    --moves) moves=yes ;;
    --pilot) batch=1 ;;
    --batch=[1-9]*) batch=${argument#--batch=} ;;
#@for report
    *) printf 'usage: %s [--apply] [--server=NAME] [--moves] [--pilot] [--batch=N] [--drs-groups] [--drs-rules]\n' "$0" >&2; exit 2 ;;
#@for moves
    *) printf 'usage: %s [--apply --moves] [--server=NAME] [--pilot] [--batch=N]\n' "$0" >&2; exit 2 ;;
#@for rules
    *) printf 'usage: %s [--apply] [--server=NAME] [--drs-groups] [--drs-rules]\n' "$0" >&2; exit 2 ;;
#@for all
  esac
done

#@for report moves
case $batch in *[!0-9]*) echo '--batch takes a number' >&2; exit 2 ;; esac

#@for moves
if [ "$apply" = yes ] && [ "$moves" != yes ]; then
  echo 'it takes --apply --moves' >&2
  exit 2
fi

#@for rules
if [ "$groups" != yes ]; then
  if [ "$apply" = yes ]; then
    echo 'it takes --apply --drs-groups or --apply --drs-rules' >&2
    exit 2
  fi

  groups=yes rules=yes
fi

#@for all
if [ "$apply" = yes ] && ! command -v govc >/dev/null; then
  echo 'govc was not found' >&2
  exit 2
fi

changed=0
planned=0
failed=0
left=0
#@for report moves
machines=0
running=
at_once=1
behind=
crowded=
#@for all

#@for report moves
# Whether one more machine may be changed; what fails counts, so that a batch of failures ends.
one_more() {
  if [ "$machines" -ge "$batch" ]; then
    left=$((left + 1))
    return 1
  fi

  machines=$((machines + 1))
}

#@for all
# connect SERVER: the credentials go to no server but those of --server, where there is one.
connect() {
  case $servers in
    '' | *" $1 "*) export GOVC_URL="$1" ;;
    *) return 1 ;;
  esac
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

# Whether these lines have this one.
has_line() {
  printf '%s\n' "$1" | grep -qxF -e "$2"
}

#@for report moves
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

# Notes that a machine stays on this host: SERVER HOST-ID
stays_on() {
  behind="$behind$1 $2
"
}

# Waits for the moves that run.
wait_running() {
  while read -r process from; do
    if [ -z "$process" ]; then
      continue
    elif wait "$process"; then
      changed=$((changed + 1))
    else
      failed=$((failed + 1))
      stays_on "${from%% *}" "${from#* }"
    fi
  done <<EOF
$running
EOF

  running=
}

#@for moves
# A wave may need the room that those before it make: where a machine stayed on its host, no other moves there.
start_wave() {
  wait_running
  crowded="$crowded$behind" behind=
}

#@for report moves
# move_machine SERVER ID INSTANCE-UUID NAME HOST-ID DESTINATION-ID DESTINATION
move_machine() {
  what="vMotion of $4 ($2 on $1) to $7"
  if [ "$apply" != yes ]; then
    one_more || return 0
    planned=$((planned + 1))
    printf 'Would: %s\n' "$what"
    return
  fi

  if ! connect "$1"; then
    fail "$what" "--server does not name $1"
    stays_on "$1" "$5"
    return
  fi

  if ! path_of "HostSystem:$6"; then
    fail "$what" 'not exactly one such host found'
    stays_on "$1" "$5"
    return
  fi

  destination=$path
  if [ "$(govc object.collect -s "HostSystem:$6" runtime.connectionState)" != connected ] ||
    [ "$(govc object.collect -s "HostSystem:$6" runtime.inMaintenanceMode)" != false ]; then
    fail "$what" 'its destination is not connected, or in maintenance mode'
    stays_on "$1" "$5"
    return
  fi

  if ! same_machine "$what" "$2" "$3"; then
    stays_on "$1" "$5"
    return
  fi

  now=$(govc object.collect -s "VirtualMachine:$2" runtime.host)
  if [ "$now" = "HostSystem:$6" ]; then
    printf 'Already: %s\n' "$what"
    return
  fi

  if [ "$now" != "HostSystem:$5" ]; then
    fail "$what" 'it has changed hosts since the scan'
    return
  fi

  if has_line "$crowded" "$1 $6"; then
    left=$((left + 1))
    stays_on "$1" "$5"
    printf 'Waits: %s, where a machine that was to leave has stayed\n' "$what"
    return
  fi

  if ! one_more; then
    stays_on "$1" "$5"
    return
  fi

  {
    if govc vm.migrate -host "$(literal "$destination")" -vm.ipath="$path"; then
      printf 'Done: %s\n' "$what"
    else
      fail "$what" 'govc vm.migrate did not succeed'
      exit 1
    fi
  } &
  running="$running$! $1 $5
"
  if [ "$(printf '%s' "$running" | wc -l)" -ge "$at_once" ]; then
    wait_running
  fi
}

#@for report
# power_cycle_at_restart SERVER ID INSTANCE-UUID NAME
power_cycle_at_restart() {
  what="vmx.reboot.powerCycle = TRUE on $4 ($2 on $1)"
  if [ "$apply" != yes ]; then
    one_more || return 0
    planned=$((planned + 1))
    printf 'Would: %s\n' "$what"
    return
  fi

  connect "$1" || { fail "$what" "--server does not name $1"; return; }
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

#@for report rules
# make_group SERVER CLUSTER-ID NAME -host|-vm REFERENCE...
make_group() {
  what="group $3 in $2 on $1"
  if [ "$apply" != yes ]; then
    planned=$((planned + 1))
    printf 'Would: %s with %s members\n' "$what" "$(($# - 4))"
    return
  fi

  connect "$1" || { fail "$what" "--server does not name $1"; return; }
  if ! path_of "ClusterComputeResource:$2"; then
    fail "$what" 'not exactly one cluster found'
    return
  fi

  cluster=$(literal "$path") group=$3 kind=$4
  shift 4
  case $kind in -vm) type=m ;; *) type=h ;; esac
  if ! all=$(govc find / -type "$type") || ! names=$(govc cluster.group.ls -cluster "$cluster"); then
    fail "$what" 'the inventory or the groups could not be read'
    return
  fi

  twice=$(printf '%s\n' "$all" | sed 's|.*/||' | sort | uniq -d)
  present=
  if has_line "$names" "$group" && ! present=$(govc cluster.group.ls -cluster "$cluster" -name "$group"); then
    fail "$what" 'its members could not be read'
    return
  fi

  # Each reference is taken from the front, and its name put at the end.
  missing=0 wanted=
  for reference; do
    shift
    if ! member=$(govc object.collect -s "$reference" name) || [ -z "$member" ]; then
      fail "$what" "$reference was not found"
      return
    fi

    wanted="$wanted$member
"
    if has_line "$present" "$member"; then
      continue
    elif has_line "$twice" "$member"; then
      fail "$what" "$reference is left out, for its name is not unique: add it by hand"
    else
      missing=$((missing + 1))
      set -- "$@" "$member"
    fi
  done

  # What is there stays: a change writes the whole group.
  while IFS= read -r member; do
    if [ -z "$member" ]; then
      continue
    elif [ "$type" = h ] && ! has_line "$wanted" "$member"; then
      fail "$what" 'it has hosts of another frequency: take them out of it first'
      return
    elif [ "$missing" -gt 0 ] && has_line "$twice" "$member"; then
      fail "$what" 'the name of a member is not unique: add the others by hand'
      return
    fi

    set -- "$@" "$member"
  done <<EOF
$present
EOF

  if [ "$missing" -eq 0 ]; then
    [ -z "$present" ] || printf 'Already: %s\n' "$what"
    return
  fi

  verb=create
  if has_line "$names" "$group"; then
    verb=change kind=
  fi

  if govc "cluster.group.$verb" -cluster "$cluster" -name "$group" ${kind:+"$kind"} -- "$@"; then
    changed=$((changed + 1))
    printf 'Done: %s, %s members added\n' "$what" "$missing"
  else
    fail "$what" "govc cluster.group.$verb did not succeed"
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

  connect "$1" || { fail "$what" "--server does not name $1"; return; }
  if ! path_of "ClusterComputeResource:$2"; then
    fail "$what" 'not exactly one cluster found'
    return
  fi

  cluster=$(literal "$path")
  if ! names=$(govc cluster.rule.ls -cluster "$cluster"); then
    fail "$what" 'the rules could not be read'
    return
  fi

  if has_line "$names" "$3"; then
    printf 'Already: %s\n' "$what"
    return
  fi

  if govc cluster.rule.create -cluster "$cluster" -name "$3" -enable -vm-host -vm-group "$3 VMs" -host-affine-group "$3 hosts"; then
    changed=$((changed + 1))
    printf 'Done: %s\n' "$what"
  else
    fail "$what" 'govc cluster.rule.create did not succeed'
  fi
}

#@for all
#@changes

printf '%s changed, %s to change, %s left for the next batch, %s failed.\n' "$changed" "$planned" "$left" "$failed"
if [ "$apply" != yes ]; then
#@for report
  echo 'Nothing was changed. Add --apply to make these changes.'
#@for moves
  echo 'Nothing was changed. Add --apply --moves to make these changes.'
#@for rules
  echo 'Nothing was changed. Add --apply --drs-rules to make these changes.'
#@for all
fi

[ "$failed" -eq 0 ]
