namespace TimerProbe.Cli.Tests.Reports;

/// <summary>
/// What the texts of documents hold. A member that stands in no list is a name: one that is new is to become a pseudonym, or to be put
/// into a list here.
/// </summary>
internal static class TextMembers
{
    /// <summary>What the program, a standard or a product calls things: it tells nothing of who uses it.</summary>
    public static readonly HashSet<string> NoNames = new(StringComparer.Ordinal)
    {
        "ChangeCount.kind", "CheckDocument.schema", "ClockFacts.api", "ClockFacts.why", "ClusterFacts.drs", "ClusterFacts.id", "ControlFacts.because", "HistoryChange.id",
        "HistoryChange.kind", "HistoryChange.subject", "HistoryChange.what", "HistoryDocument.schema", "HistoryHostState.connectionState",
        "HistoryHostState.cpuModel", "HistoryHostState.id", "HistoryHostState.powerPolicy", "HistoryHostState.version", "HistoryMachineState.id",
        "HistoryMachineState.powerState", "HistoryMachineState.settings", "HistoryMeasurement.source", "HistorySubject.id",
        "HostFacts.build",
        "HostFacts.clusterId", "HostFacts.connectionState", "HostFacts.cpuModel", "HostFacts.evcMode", "HostFacts.hardwareModel", "HostFacts.id",
        "HostFacts.kernelOptions", "HostFacts.powerPolicy", "HostFacts.version", "HypervisorFacts.interface", "HypervisorFacts.name",
        "HypervisorFacts.vendor", "HomeEvidence.says", "JoinedGuest.matchedBy", "LinuxFacts.availableClocksources", "LinuxFacts.clocksource", "LinuxFacts.container",
        "KnownGap.code", "ListedRun.cause", "ListedRun.kind", "ListedRun.state",
        "MachineFacts.architecture", "MachineFacts.cpuModel", "MachineFacts.emulatedOn", "MachineFacts.os", "MachineFacts.smbiosManufacturer", "MachineFacts.smbiosProduct",
        "ClassRule.hostGroup", "ClassRule.hostIds", "ClassRule.name", "ClassRule.vmGroup", "ClusterChange.addedProcessor", "ClusterRules.clusterId", "MachineOfPlan.id", "PatchStep.hostId", "PlanDocument.assumptions",
        "PlanDocument.schema", "PlannedMove.fromId", "PlannedMove.machineId", "PlannedMove.toId", "ScalingShown.build", "ScalingShown.processor",
        "Mute.rule", "MutingFacts.rulesOff", "Problem.code", "Problem.template", "RefusedResult.id", "RunsDocument.kind", "RunsDocument.schema", "ScanDocument.schema", "ScanStep.name", "SqlDocument.schema",
        "SqlMissingRight.for", "SqlMissingRight.right", "SqlServerFacts.edition", "SqlServerFacts.engine", "SqlServerFacts.queryStoreCapture",
        "SqlServerFacts.statementTraces", "SqlServerFacts.timeSource", "SqlServerFacts.version", "SqlServerFacts.virtualMachineType",
        "SqlVerdict.because", "ToolInfo.version", "Unavailable.what", "Unavailable.why", "VCenterFacts.fullName", "VCenterFacts.version", "Verdict.because",
        "VirtualMachineFacts.clusterId", "VirtualMachineFacts.drs", "VirtualMachineFacts.guestId", "VirtualMachineFacts.hostId",
        "VirtualMachineFacts.id", "VirtualMachineFacts.powerState", "VirtualMachineFacts.unknownReason", "VirtualMachineSettings.hardwareVersion",
        "VirtualMachineSettings.latencySensitivity", "VirtualMachineSettings.other", "VMwareToolsFacts.version", "VmVmRule.virtualMachines", "WindowsFacts.wine",
    };
}
