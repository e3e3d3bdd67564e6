namespace TimerProbe.VSphere.Soap;

/// <summary>An answer goes beyond a limit; the message is the rest of "the answer has".</summary>
internal sealed class AnswerLimitException(string message) : Exception(message);
