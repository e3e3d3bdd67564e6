namespace TimerProbe.Application.Configuration.Members;

/// <summary>A list that names somebody.</summary>
[AttributeUsage(AttributeTargets.Property)]
internal sealed class NotEmptyAttribute : Attribute;
