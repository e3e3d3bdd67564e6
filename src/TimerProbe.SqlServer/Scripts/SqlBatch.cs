namespace TimerProbe.SqlServer.Scripts;

/// <summary>What is sent to the server in one go.</summary>
/// <param name="Text">Its text, without the GO.</param>
/// <param name="Count">How often it is sent: the number after GO.</param>
/// <param name="Line">Its first line in the script, from 1.</param>
public sealed record SqlBatch(string Text, int Count, int Line);
