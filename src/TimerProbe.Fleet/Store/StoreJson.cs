namespace TimerProbe.Fleet.Store;

/// <summary>What a store keeps as JSON of its own.</summary>
[JsonSourceGenerationOptions(
    PropertyNamingPolicy = JsonKnownNamingPolicy.CamelCase,
    DefaultIgnoreCondition = JsonIgnoreCondition.WhenWritingNull,
    RespectNullableAnnotations = true,
    RespectRequiredConstructorParameters = true)]
[JsonSerializable(typeof(SeenMachine))]
[JsonSerializable(typeof(MachineState))]
[JsonSerializable(typeof(HostState))]
[JsonSerializable(typeof(LockHolder))]
[JsonSerializable(typeof(string[]))]
internal sealed partial class StoreJson : JsonSerializerContext;
