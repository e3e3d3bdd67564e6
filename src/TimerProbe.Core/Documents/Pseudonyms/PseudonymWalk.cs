using System.Collections;
using System.Collections.Concurrent;
using System.Reflection;
using System.Runtime.CompilerServices;

namespace TimerProbe.Core.Documents;

/// <summary>
/// Goes once over all that a document holds, by the members that its JSON has, and copies the records that names are in. A
/// record is copied rather than written and read again, since it may know more than its JSON says.
/// </summary>
internal sealed class PseudonymWalk(Pseudonyms pseudonyms)
{
    private static readonly ConcurrentDictionary<Type, IReadOnlyList<NamedMember>> MembersByType = new();

    // Of a document that was not written by this program, and has no data beside its sentences.
    private const string NoDetails = "something went wrong; the words for it were left out, since they may name things";

    public object Apply(object record) => Apply(record, DocumentJson.GetTypeInfo(record.GetType()), around: null);

    private object Apply(object value, JsonTypeInfo type, ContainingRecord? around)
    {
        switch (type.Kind)
        {
            case JsonTypeInfoKind.Enumerable:
                var element = GetElement(type);
                return List((IEnumerable)value, element.Type, item => Apply(item, element, around));
            default:
                return value is Problem problem ? Anonymous(problem) : Copy(value, GetMembers(type), around);
        }
    }

    private object Copy(object record, IReadOnlyList<NamedMember> members, ContainingRecord? around)
    {
        if (members.Count == 0)
        {
            return record;
        }

        var place = new ContainingRecord(record, members, around);
        var copy = Clone(record);
        foreach (var member in members)
        {
            if (member.Get(record) is not { } value)
            {
                continue;
            }

            if (member.Sentence is { } sentence)
            {
                Word(copy, member, value, sentence.OwnWords, place);
            }
            else
            {
                member.Set(copy, member.Kind is { } kind ? Name(kind, value, member, place) : Apply(value, member.Type, place));
            }
        }

        return copy;
    }

    private object Name(NameKind kind, object value, NamedMember member, ContainingRecord place) => value is string name
        ? Name(kind, name, member, place)
        : ((IEnumerable<string>)value).Select(item => Name(kind, item, member, place)).ToArray();

    private string Name(NameKind kind, string name, NamedMember member, ContainingRecord place) => kind switch
    {
        NameKind.ByRecord => ((INamedByKind)place.Record).GetKind(member.Property.Name) is { } said ? pseudonyms.Name(said, name) : name,
        NameKind.FrequencyClass => ClassName(name, place),
        _ => pseudonyms.Name(kind, name),
    };

    private string ClassName(string name, ContainingRecord place)
    {
        var slash = name.LastIndexOf('/');
        var (owner, number) = slash < 0 ? (name, "") : (name[..slash], name[slash..]);
        if (place.Record is HostFacts host && host.Name == owner)
        {
            return pseudonyms.Name(NameKind.Host, owner) + number;
        }

        var clusters = place.Clusters();
        return clusters.FirstOrDefault(item => owner.EndsWith($"/{item}", StringComparison.Ordinal)) is { } cluster
            && !clusters.Contains(owner)
            ? $"{pseudonyms.Name(NameKind.Datacenter, owner[..^(cluster.Length + 1)])}/{pseudonyms.Name(NameKind.Cluster, cluster)}{number}"
            : pseudonyms.Name(NameKind.Cluster, owner) + number;
    }

    private void Word(object copy, NamedMember member, object value, bool ownWords, ContainingRecord place)
    {
        var details = member.Details?.Get(place.Record);
        if (value is string sentence)
        {
            member.Set(copy, details is null && ownWords ? sentence : Code((Problem?)details));
            return;
        }

        // Details of another number than the sentences are not the same.
        var sentences = (IReadOnlyList<string>)value;
        var problems = (IReadOnlyList<Problem>?)details is { } all && all.Count == sentences.Count ? all : [];
        member.Set(copy, (IReadOnlyList<string>)[.. sentences.Select((_, index) => Code(problems.ElementAtOrDefault(index)))]);
        member.Details?.Set(copy, (IReadOnlyList<Problem>)[.. problems.Select(Anonymous)]);
    }

    private static string Code(Problem? problem) => problem?.Code ?? NoDetails;

    private Problem Anonymous(Problem problem) => problem with
    {
        Text = null,
        Subject = problem.Subject is { } subject ? subject with { Name = Pseudonym(subject) } : null,
    };

    private string Pseudonym(ProblemSubject subject) => pseudonyms.Name(
        subject.Kind switch
        {
            ProblemSubjectKind.Server => NameKind.Vcenter,
            ProblemSubjectKind.VirtualMachine => NameKind.Vm,
            ProblemSubjectKind.Host => NameKind.Host,
            ProblemSubjectKind.Cluster => NameKind.Cluster,
            ProblemSubjectKind.Datacenter => NameKind.Datacenter,
            ProblemSubjectKind.Folder => NameKind.Folder,
            ProblemSubjectKind.File => NameKind.File,
            _ => NameKind.Name,
        },
        subject.Name);

    private static IReadOnlyList<NamedMember> GetMembers(JsonTypeInfo type) => MembersByType.GetOrAdd(type.Type, _ => Read(type));

    private static IReadOnlyList<NamedMember> Read(JsonTypeInfo type) => type.Kind != JsonTypeInfoKind.Object ? [] :
    [
        .. type.Properties.Where(member => member.Get is not null)
            .Select(member => NamedMember.Read(type, member))
            .Where(member => member.Kind is not null || member.Sentence is not null || HoldsNames(member.Type))
            .OrderBy(member => member.Sentence is not null),
    ];

    private static bool HoldsNames(JsonTypeInfo type) => type.Type == typeof(Problem)
        || (type.Kind == JsonTypeInfoKind.Enumerable ? HoldsNames(GetElement(type)) : GetMembers(type).Count > 0);

    private static JsonTypeInfo GetElement(JsonTypeInfo type) => type.Options.GetTypeInfo(type.ElementType!);

    [UnconditionalSuppressMessage("AOT", "IL3050", Justification = "Arrays of reference types share their code.")]
    private static Array List(IEnumerable items, Type element, Func<object, object> apply)
    {
        object[] applied = [.. items.Cast<object>().Select(apply)];
        var list = Array.CreateInstance(element, applied.Length);
        Array.Copy(applied, list, applied.Length);
        return list;
    }

    [UnsafeAccessor(UnsafeAccessorKind.Method, Name = nameof(MemberwiseClone))]
    private static extern object Clone(object record);

    private sealed record ContainingRecord(object Record, IReadOnlyList<NamedMember> Members, ContainingRecord? Around)
    {
        public IReadOnlyList<string> Clusters()
        {
            var clusters = Members.Where(member => member.Kind == NameKind.Cluster)
                .SelectMany(member => member.Get(Record) switch
                {
                    string cluster => [cluster],
                    IEnumerable<string> several => several,
                    _ => (string[])[],
                })
                .ToList();
            return clusters.Count > 0 || Around is null ? clusters : Around.Clusters();
        }
    }

    private sealed record NamedMember(
        PropertyInfo Property,
        Func<object, object?> Get,
        JsonTypeInfo Type,
        NameKind? Kind,
        SentenceAttribute? Sentence,
        NamedMember? Details)
    {
        public static NamedMember Read(JsonTypeInfo record, JsonPropertyInfo member)
        {
            var property = (PropertyInfo)member.AttributeProvider!;
            var sentence = property.GetCustomAttribute<SentenceAttribute>();
            return new(
                property,
                member.Get!,
                member.Options.GetTypeInfo(member.PropertyType),
                property.GetCustomAttribute<PseudonymAttribute>()?.Kind,
                sentence,
                sentence?.Details is { } details
                    ? Read(record, record.Properties.Single(other => other.Name == JsonNamingPolicy.CamelCase.ConvertName(details)))
                    : null);
        }

        public void Set(object record, object? value) => Property.SetValue(record, value);
    }
}
