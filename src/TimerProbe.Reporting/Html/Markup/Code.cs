namespace TimerProbe.Reporting.Html;

internal readonly record struct Code(string Text);
