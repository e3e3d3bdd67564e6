namespace TimerProbe.Lab.Tds;

internal ref struct TdsRequestReader
{
    private ReadOnlySpan<byte> _rest;

    private TdsRequestReader(ReadOnlySpan<byte> message) => _rest = message;

    public static TdsLogin Login(ReadOnlySpan<byte> message)
    {
        var password = Field(message, 44).ToArray();
        for (var i = 0; i < password.Length; i++)
        {
            var swapped = (byte)(password[i] ^ 0xA5);
            password[i] = (byte)((swapped << 4) | (swapped >> 4));
        }

        return new TdsLogin(Text(Field(message, 40)), Text(password), Text(Field(message, 68)), Text(Field(message, 48)));
    }

    public static TdsRequest Batch(int connection, ReadOnlySpan<byte> message) =>
        new(connection, Text(message[BinaryPrimitives.ReadInt32LittleEndian(message)..]), new Dictionary<string, object?>());

    /// <summary>A call of sp_executesql with integers and texts.</summary>
    public static TdsRequest Call(int connection, ReadOnlySpan<byte> message)
    {
        var reader = new TdsRequestReader(message[BinaryPrimitives.ReadInt32LittleEndian(message)..]);
        if (reader.Short() != 0xFFFF || reader.Short() != 10)
        {
            throw new InvalidDataException("The stand-in knows no procedure but sp_executesql.");
        }

        reader.Take(2);
        var statement = (string)reader.Parameter().Value!;
        reader.Parameter();
        var parameters = new Dictionary<string, object?>(StringComparer.Ordinal);
        while (reader._rest.Length > 0)
        {
            var (name, value) = reader.Parameter();
            parameters[name] = value;
        }

        return new TdsRequest(connection, statement, parameters);
    }

    private (string Name, object? Value) Parameter()
    {
        var name = Text(Take(Take(1)[0] * 2));
        Take(1);
        switch (Take(1)[0])
        {
            case 0x26:
                Take(1);
                var size = Take(1)[0];
                var digits = Take(size);
                return (name, size switch
                {
                    0 => null,
                    4 => BinaryPrimitives.ReadInt32LittleEndian(digits),
                    _ => BinaryPrimitives.ReadInt64LittleEndian(digits),
                });
            case 0xE7:
                Take(7);
                return (name, Text(Take(Short())));
            case var type:
                throw new InvalidDataException($"The stand-in does not read type {type:X2}.");
        }
    }

    private ReadOnlySpan<byte> Take(int count)
    {
        var taken = _rest[..count];
        _rest = _rest[count..];
        return taken;
    }

    private int Short() => BinaryPrimitives.ReadUInt16LittleEndian(Take(2));

    private static ReadOnlySpan<byte> Field(ReadOnlySpan<byte> login, int at) =>
        login.Slice(BinaryPrimitives.ReadUInt16LittleEndian(login[at..]), 2 * BinaryPrimitives.ReadUInt16LittleEndian(login[(at + 2)..]));

    private static string Text(ReadOnlySpan<byte> bytes) => Encoding.Unicode.GetString(bytes);
}
