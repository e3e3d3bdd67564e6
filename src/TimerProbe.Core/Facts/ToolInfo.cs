namespace TimerProbe.Core.Facts;

/// <summary>The program that made a document.</summary>
/// <param name="Version">Its version.</param>
public sealed record ToolInfo(string Version);
