#compdef timerprobe
_timerprobe() {
    local -a suggestions
    suggestions=("${(@f)$(timerprobe "[suggest:${CURSOR}]" "${BUFFER}" 2>/dev/null)}")
    compadd -a suggestions
}
compdef _timerprobe timerprobe
