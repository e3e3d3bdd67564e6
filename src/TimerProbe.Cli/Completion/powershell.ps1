Register-ArgumentCompleter -Native -CommandName timerprobe, timerprobe.exe -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    & "$($commandAst.CommandElements[0])" "[suggest:$cursorPosition]" "$commandAst" 2>$null | ForEach-Object {
        [System.Management.Automation.CompletionResult]::new($_, $_, 'ParameterValue', $_)
    }
}
