namespace TimerProbe.Architecture.Tests.Reading;

/// <summary>
/// The types that a compiled type names anywhere: in its base, its members, its attributes and its instructions. Constants
/// are copied by the compiler and leave no trace.
/// </summary>
internal static class TypeUses
{
    private const BindingFlags Own = BindingFlags.DeclaredOnly | BindingFlags.Instance | BindingFlags.Static | BindingFlags.Public | BindingFlags.NonPublic;

    public static IEnumerable<Type> Of(Type type) => Named(type).SelectMany(Parts).Where(used => !used.IsGenericParameter).Distinct();

    private static IEnumerable<Type> Named(Type type) =>
    [
        .. type.BaseType is { } parent ? [parent] : Type.EmptyTypes,
        .. type.GetInterfaces(),
        .. type.GetGenericArguments().SelectMany(argument => argument.GetGenericParameterConstraints()),
        .. Attributes(type),
        .. type.GetMembers(Own).SelectMany(member => Attributes(member).Concat(InMember(member))),
    ];

    private static IEnumerable<Type> InMember(MemberInfo member) => member switch
    {
        FieldInfo field => [field.FieldType],
        MethodBase method => InMethod(method),
        _ => [],
    };

    private static IEnumerable<Type> InMethod(MethodBase method) =>
    [
        .. method is MethodInfo { ReturnType: var result } ? [result] : Type.EmptyTypes,
        .. method.GetParameters().Select(parameter => parameter.ParameterType),
        .. method.IsGenericMethod ? method.GetGenericArguments().SelectMany(argument => argument.GetGenericParameterConstraints()) : [],
        .. method.GetMethodBody() is { } body ? body.LocalVariables.Select(local => local.LocalType)
            .Concat(body.ExceptionHandlingClauses.Select(Caught).OfType<Type>()) : [],
        .. Instructions.NamedBy(method).SelectMany(Behind),
    ];

    private static Type? Caught(ExceptionHandlingClause clause) => clause.Flags == ExceptionHandlingClauseOptions.Clause ? clause.CatchType : null;

    private static IEnumerable<Type> Behind(MemberInfo named) =>
    [
        .. named as Type is { } type ? [type] : Type.EmptyTypes,
        .. named.DeclaringType is { } owner ? [owner] : Type.EmptyTypes,
        .. named is MethodInfo { IsGenericMethod: true } generic ? generic.GetGenericArguments() : [],
    ];

    private static IEnumerable<Type> Attributes(MemberInfo member) => member.CustomAttributes.SelectMany(attribute =>
        attribute.ConstructorArguments.Select(argument => argument.Value).OfType<Type>().Append(attribute.AttributeType));

    private static IEnumerable<Type> Parts(Type type) => type.HasElementType
        ? Parts(type.GetElementType()!)
        : [type.IsConstructedGenericType ? type.GetGenericTypeDefinition() : type, .. type.IsConstructedGenericType
            ? type.GetGenericArguments().SelectMany(Parts) : []];
}
