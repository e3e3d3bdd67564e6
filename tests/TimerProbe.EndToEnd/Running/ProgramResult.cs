namespace TimerProbe.EndToEnd.Running;

/// <summary>What a finished program left behind.</summary>
internal sealed record ProgramResult(int ExitCode, string Out, string Error);
