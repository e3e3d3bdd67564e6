using System.Reflection.Emit;

namespace TimerProbe.Architecture.Tests.Reading;

/// <summary>The members and types that a method's instructions name.</summary>
internal static class Instructions
{
    private static readonly Dictionary<short, OperandType> Operands = typeof(OpCodes).GetFields(BindingFlags.Public | BindingFlags.Static)
        .Select(field => (OpCode)field.GetValue(null)!).ToDictionary(code => code.Value, code => code.OperandType);

    public static IEnumerable<MemberInfo> NamedBy(MethodBase method)
    {
        var code = method.GetMethodBody()?.GetILAsByteArray() ?? [];
        for (var at = 0; at < code.Length;)
        {
            var operand = Operands[code[at] == 0xFE ? (short)(0xFE00 | code[++at]) : code[at]];
            at++;
            if (operand is OperandType.InlineField or OperandType.InlineMethod or OperandType.InlineTok or OperandType.InlineType)
            {
                yield return method.Module.ResolveMember(BitConverter.ToInt32(code, at), method.DeclaringType?.GetGenericArguments(),
                    method.IsGenericMethod ? method.GetGenericArguments() : null)!;
            }

            at += Length(operand, code, at);
        }
    }

    private static int Length(OperandType operand, byte[] code, int at) => operand switch
    {
        OperandType.InlineNone => 0,
        OperandType.ShortInlineBrTarget or OperandType.ShortInlineI or OperandType.ShortInlineVar => 1,
        OperandType.InlineVar => 2,
        OperandType.InlineI8 or OperandType.InlineR => 8,
        OperandType.InlineSwitch => 4 + (4 * BitConverter.ToInt32(code, at)),
        _ => 4,
    };
}
