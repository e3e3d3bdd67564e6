namespace TimerProbe.Core.Problems;

/// <summary>What VMware Tools did not tell, in words of their own.</summary>
public enum ToolsProblem
{
    /// <summary>Their command failed, and said why.</summary>
    Failed,

    /// <summary>Their command answered something else than it was asked for.</summary>
    NotUnderstood,
}
