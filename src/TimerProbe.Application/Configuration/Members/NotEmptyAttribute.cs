namespace TimerProbe.Application.Configuration.Members;

[AttributeUsage(AttributeTargets.Property)]
internal sealed class NotEmptyAttribute : Attribute;
