using System.Text.Json.Serialization;
using TimerProbe.Server.Access;
using TimerProbe.Server.Views;

namespace TimerProbe.Server.Api;

[JsonSourceGenerationOptions(PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase)]
[JsonSerializable(typeof(FleetAnswer))]
[JsonSerializable(typeof(Slice<VCenterAnswer>))]
[JsonSerializable(typeof(Slice<ClusterView>))]
[JsonSerializable(typeof(Slice<MachineView>))]
[JsonSerializable(typeof(MachineAnswer))]
[JsonSerializable(typeof(Slice<FindingAnswer>))]
[JsonSerializable(typeof(Slice<GuestAnswer>))]
[JsonSerializable(typeof(Slice<ScanView>))]
[JsonSerializable(typeof(Slice<ScheduledScanView>))]
[JsonSerializable(typeof(Slice<NodeView>))]
[JsonSerializable(typeof(Slice<AlertView>))]
[JsonSerializable(typeof(AcknowledgeAnswer))]
[JsonSerializable(typeof(AuditPage))]
internal sealed partial class ApiJson : JsonSerializerContext;
