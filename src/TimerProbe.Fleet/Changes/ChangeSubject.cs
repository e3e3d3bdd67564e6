using System.Text.Json.Serialization;

namespace TimerProbe.Fleet.Changes;

/// <summary>What a change happened to.</summary>
[JsonConverter(typeof(CamelCaseEnumConverter<ChangeSubject>))]
public enum ChangeSubject
{
    /// <summary>A virtual machine of a vCenter.</summary>
    VirtualMachine,

    /// <summary>A host of a vCenter.</summary>
    Host,

    /// <summary>A machine that measured itself.</summary>
    Guest,

    /// <summary>A SQL Server that workloads were run on.</summary>
    SqlServer,
}
