namespace TimerProbe.Core.Advice;

/// <summary>The steps of a remedy with one tool.</summary>
public sealed record RemedyStep(string Tool, string Text);
