_timerprobe() {
    local IFS=$'\n'
    COMPREPLY=($("$1" "[suggest:${COMP_POINT}]" "${COMP_LINE}" 2>/dev/null))
}
complete -o default -F _timerprobe timerprobe timerprobe.exe
