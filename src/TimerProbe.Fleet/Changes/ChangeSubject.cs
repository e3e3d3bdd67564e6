namespace TimerProbe.Fleet.Changes;

/// <summary>What a change happened to.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ChangeSubject>))]
public enum ChangeSubject
{
    VirtualMachine,

    Host,

    Guest,

    SqlServer,
}
