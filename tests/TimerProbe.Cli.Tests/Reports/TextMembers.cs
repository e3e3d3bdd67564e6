using System.Text.Json.Serialization.Metadata;

namespace TimerProbe.Cli.Tests.Reports;

/// <summary>What the texts of documents hold. A member that is new is to be marked as a name or a sentence, or to be put into the list here.</summary>
public sealed class TextMembers
{
    [Fact]
    public void Every_text_is_marked_as_a_name_or_a_sentence_or_stands_in_the_list_of_those_that_name_nothing()
    {
        var texts = new Dictionary<string, bool>();
        foreach (var record in DocumentKind.All.Select(kind => kind.Record).Append(typeof(LogDocument)))
        {
            Collect(DocumentJson.GetTypeInfo(record), texts);
        }

        Assert.Equal([], texts.Where(text => text.Value == NoNames.Contains(text.Key)).Select(text => $"{text.Key} is {(text.Value ? "marked and in the list" : "neither")}"));
        Assert.Equal([], NoNames.Except(texts.Keys));
    }

    /// <summary>All texts below a record. What findings and mutes say is concluded again from facts under pseudonyms; problems have a kind for each argument.</summary>
    private static void Collect(JsonTypeInfo type, Dictionary<string, bool> texts)
    {
        foreach (var member in type.Properties.Where(member => member.Get is not null))
        {
            var below = member.Options.GetTypeInfo(member.PropertyType);
            while (below.ElementType is { } element)
            {
                below = member.Options.GetTypeInfo(element);
            }

            var name = $"{type.Type.Name}.{member.Name}";
            if (below.Type == typeof(string))
            {
                var property = (PropertyInfo)member.AttributeProvider!;
                var isToldAgain = type.Type.Namespace == typeof(Finding).Namespace || type.Type == typeof(Problem) || type.Type == typeof(ProblemSubject);
                texts[name] = property.IsDefined(typeof(PseudonymAttribute)) || property.IsDefined(typeof(SentenceAttribute))
                    || (isToldAgain && !NoNames.Contains(name));
            }
            else if (below.Kind == JsonTypeInfoKind.Object)
            {
                Collect(below, texts);
            }
        }
    }

    /// <summary>What the program, a standard or a product calls things: it tells nothing of who uses it.</summary>
    internal static readonly HashSet<string> NoNames = new(StringComparer.Ordinal)
    {
        "TimeFacts.apartProcessors", "TimeFacts.services", "ChangeCount.kind", "CheckDocument.schema", "ClockFacts.api", "ClockFacts.why", "ClusterFacts.drs", "ClusterFacts.id", "ControlFacts.because", "HistoryChange.id",
        "HistoryChange.kind", "HistoryChange.subject", "HistoryChange.what", "HistoryDocument.schema", "HistoryHostState.connectionState",
        "HistoryHostState.cpuModel", "HistoryHostState.id", "HistoryHostState.powerPolicy", "HistoryHostState.version", "HistoryMachineState.id",
        "HistoryMachineState.powerState", "HistoryMachineState.settings", "HistoryMeasurement.source", "HistorySubject.id",
        "HostFacts.build", "HostClass.vendor", "HostClass.esxi", "HostClass.processor",
        "HostFacts.clusterId", "HostFacts.connectionState", "HostFacts.heldBack", "HostFacts.cpuModel", "HostFacts.cpuVendor", "HostFacts.hardwareVendor", "HostFacts.evcMode", "ClusterFacts.evcMode", "HostFacts.hardwareModel", "HostFacts.id",
        "HostFacts.kernelOptions", "HostFacts.powerPolicy", "HostFacts.version", "HypervisorFacts.interface", "HypervisorFacts.name",
        "HomeEvidence.says", "HistoryMachineState.homeSays", "HypervisorFacts.vendor", "JoinedGuest.matchedBy", "LinuxFacts.availableClocksources", "LinuxFacts.clockOptions", "LinuxFacts.clocksource", "LinuxFacts.container", "LinuxFacts.unstableReason", "LogDocument.schema", "LoggedScaling.line", "VmLog.build", "VmLog.cpuModel", "VmLog.cpuVendor", "VmLog.product", "VmLog.scalingLine", "VmLog.version", "VmLog.written",
        "KnownGap.code", "ListedRun.cause", "ListedRun.kind", "ListedRun.state",
        "MachineFacts.architecture", "MachineFacts.cpuModel", "MachineFacts.cpuVendor", "MachineFacts.emulatedOn", "MachineFacts.os", "MachineFacts.smbiosChassisAssetTag", "MachineFacts.smbiosManufacturer", "MachineFacts.smbiosProduct",
        "ClassRule.hostGroup", "ClassRule.hostIds", "ClassRule.name", "ClassRule.vmGroup", "ClusterRules.clusterId", "MachineOfPlan.id", "PatchStep.hostId", "PlanDocument.assumptions",
        "PlanDocument.schema", "PlannedMove.fromId", "PlannedMove.machineId", "PlannedMove.toId",
        "Mute.rule", "MutingFacts.rulesOff", "Problem.code", "RefusedResult.id", "RunsDocument.kind", "RunsDocument.schema", "ScanDocument.schema", "ScanStep.name", "SqlDocument.schema",
        "SqlMissingRight.for", "SqlMissingRight.right", "SqlServerFacts.edition", "SqlServerFacts.engine", "SqlServerFacts.queryStoreCapture",
        "SqlServerFacts.statementTraces", "SqlServerFacts.timeSource", "SqlServerFacts.version", "SqlServerFacts.virtualMachineType",
        "SqlVerdict.because", "ToolInfo.version", "Unavailable.what", "VCenterFacts.fullName", "VCenterFacts.version", "Verdict.because",
        "VirtualMachineFacts.clusterId", "VirtualMachineFacts.drs", "VirtualMachineFacts.guestId", "VirtualMachineFacts.hostId",
        "VirtualMachineFacts.id", "VirtualMachineFacts.managedBy", "VirtualMachineFacts.powerState", "VirtualMachineFacts.unknownReason", "VirtualMachineSettings.hardwareVersion",
        "VirtualMachineSettings.latencySensitivity", "VirtualMachineSettings.other", "VMwareToolsFacts.version", "VmVmRule.virtualMachines", "VmLog.offsettingLine", "VmLog.referenceClockLine", "WatchdogFacts.against", "WindowsFacts.wine",
    };
}
