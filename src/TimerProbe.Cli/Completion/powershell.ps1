Register-ArgumentCompleter -Native -CommandName timerprobe -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    timerprobe "[suggest:$cursorPosition]" "$commandAst" 2>$null | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
