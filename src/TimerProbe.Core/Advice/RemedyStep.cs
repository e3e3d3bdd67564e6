namespace TimerProbe.Core.Advice;

/// <summary>The steps of a remedy with one tool.</summary>
/// <param name="Tool">The tool: vSphere Client, PowerCLI, govc, virsh, PowerShell...</param>
/// <param name="Text">What to do or type there.</param>
public sealed record RemedyStep(string Tool, string Text);
