using Microsoft.SqlServer.TransactSql.ScriptDom;

namespace TimerProbe.SqlServer.Tests.Pasted;

/// <summary>
/// Runs the pasted script's own statements on a clock of its own: each statement costs what the server under test would take for it. It
/// knows what the script uses, and refuses anything else.
/// </summary>
internal sealed class SimulatedServer
{
    private readonly Dictionary<string, object?> _variables = new(StringComparer.OrdinalIgnoreCase);
    private readonly Dictionary<string, DataTypeReference> _types = new(StringComparer.OrdinalIgnoreCase);
    private readonly List<(string Name, double Value)> _figures = [];
    private readonly Dictionary<string, MedianInterval> _medians = new(StringComparer.Ordinal);
    private readonly Dictionary<TSqlFragment, Func<object?>> _values = [];
    private readonly Dictionary<TSqlFragment, Func<bool?>> _conditions = [];
    private readonly Dictionary<WhileStatement, List<string>> _counted = [];
    private double _now = 1_000_000_000;
    private bool _breaks;

    public string VersionText { get; init; } = "Microsoft SQL Server 2022 (RTM) - 16.0.4135.4 (X64)";

    public string Version { get; init; } = "16.0.4135.4";

    public int Edition { get; init; } = 3;

    public string? ResourceVersion { get; init; } = "16.00.4135";

    public string? BabelfishVersion { get; init; }

    /// <summary>What a statement costs, in ns, by the time since the start in s.</summary>
    public Func<double, double> StatementNs { get; init; } = _ => 150;

    /// <summary>What a row of the control costs, in ns.</summary>
    public Func<double, double> RowNs { get; init; } = _ => 80;

    public double StepNs { get; init; } = 100;

    public bool MaySeeSessions { get; init; } = true;

    public bool MaySeeTraces { get; init; } = true;

    public string? Recorder { get; init; }

    /// <summary>A view, function or command that it has not; null where it has all.</summary>
    public string? Missing { get; init; }

    public string Error { get; init; } = "The user does not have permission to perform this action.";

    public bool CountsNothing { get; set; }

    /// <summary>Values for variables of the script's head.</summary>
    public IReadOnlyDictionary<string, object?> Head { get; init; } = new Dictionary<string, object?> { ["@seconds"] = 2L };

    /// <summary>What the pairs measured, where no work is to be done: only the verdict is.</summary>
    public IReadOnlyList<(string Name, double Value)>? Measured { get; init; }

    /// <summary>The first grid's row.</summary>
    public Dictionary<string, object?> Row { get; } = new(StringComparer.Ordinal);

    public object? this[string variable] => _variables[variable];

    public double Seconds => (_now - 1_000_000_000) / 1e9;

    public void Run(TSqlFragment script)
    {
        _figures.AddRange(Measured ?? []);
        foreach (var batch in ((TSqlScript)script).Batches)
        {
            Run(batch.Statements);
        }
    }

    private void Run(IList<TSqlStatement> statements)
    {
        foreach (var statement in statements)
        {
            Run(statement);
            if (_breaks)
            {
                return;
            }
        }
    }

    private void Run(TSqlStatement statement)
    {
        _now += StatementNs(Seconds);
        switch (statement)
        {
            case PredicateSetStatement { Options: SetOptions.NoCount } set:
                CountsNothing = set.IsOn;
                break;
            case RaiseErrorStatement or DeclareTableVariableStatement:
                break;
            case DeclareVariableStatement declared:
                foreach (var declaration in declared.Declarations)
                {
                    _types[declaration.VariableName.Value] = declaration.DataType;
                    Set(declaration.VariableName.Value, Head.TryGetValue(declaration.VariableName.Value, out var value) ? value
                        : declaration.Value is null ? null : Value(declaration.Value));
                }

                break;
            case SetVariableStatement set:
                Set(set.Variable.Name, Value(set.Expression));
                break;
            case IfStatement condition when Holds(condition.Predicate):
                Run(condition.ThenStatement);
                break;
            case IfStatement condition:
                if (condition.ElseStatement is { } otherwise)
                {
                    Run(otherwise);
                }

                break;
            case WhileStatement when Measured is not null:
                break;
            case WhileStatement loop:
                while (!_breaks && Holds(loop.Predicate))
                {
                    RunOnce(loop);
                }

                _breaks = false;
                break;
            case BeginEndBlockStatement block:
                Run(block.StatementList.Statements);
                break;
            case BreakStatement:
                _breaks = true;
                break;
            case TryCatchStatement attempt:
                try
                {
                    Run(attempt.TryStatements.Statements);
                }
                catch (NoRightException)
                {
                    Run(attempt.CatchStatements.Statements);
                }

                break;
            case ExecuteStatement executed:
                Execute(executed);
                break;
            case InsertStatement insert:
                Insert(insert);
                break;
            case SelectStatement { QueryExpression: QuerySpecification query }:
                Select(query);
                break;
            default:
                throw new NotSupportedException(statement.GetType().Name);
        }
    }

    /// <summary>Of a loop that only counts, as the timed ones do, further rounds of a millisecond at most are told by the first: millions of them say no more.</summary>
    private void RunOnce(WhileStatement loop)
    {
        var counted = Counted(loop);
        var (before, began) = (counted.ConvertAll(name => (long)_variables[name]!), _now);
        Run(loop.Statement);
        _now += StatementNs(Seconds);
        if (counted.Count == 0 || _breaks)
        {
            return;
        }

        var steps = counted.Zip(before, (name, value) => (long)_variables[name]! - value).ToList();
        var (left, right) = ((long)_variables[counted[0]]!,
            (long)_variables[((VariableReference)((BooleanComparisonExpression)loop.Predicate).SecondExpression).Name]!);
        var rounds = Math.Clamp((right - left) / steps[0], 0, (long)(1_000_000 / (_now - began)));
        foreach (var (name, step) in counted.Zip(steps))
        {
            _variables[name] = (long)_variables[name]! + (rounds * step);
        }

        _now += rounds * (_now - began);
    }

    /// <summary>What a loop adds to in each round, the variable of its condition first; empty where it does anything else.</summary>
    private List<string> Counted(WhileStatement loop)
    {
        if (!_counted.TryGetValue(loop, out var counted))
        {
            var body = ((BeginEndBlockStatement)loop.Statement).StatementList.Statements;
            _counted[loop] = counted = loop.Predicate is BooleanComparisonExpression
            {
                FirstExpression: VariableReference condition,
                SecondExpression: VariableReference
            } &&
                body.All(item => item is SetVariableStatement or SelectStatement or IfStatement { ThenStatement: BreakStatement })
                ? [condition.Name, .. body.SelectMany(Assigned).Where(name => name != condition.Name)]
                : [];
        }

        return counted;
    }

    private static IEnumerable<string> Assigned(TSqlStatement statement) => statement switch
    {
        SetVariableStatement set => [set.Variable.Name],
        SelectStatement { QueryExpression: QuerySpecification query } =>
            query.SelectElements.OfType<SelectSetVariable>().Select(set => set.Variable.Name),
        _ => [],
    };

    private void Select(QuerySpecification query)
    {
        switch (query.FromClause?.TableReferences[0])
        {
            case null:
                foreach (var element in query.SelectElements)
                {
                    if (element is SelectSetVariable set)
                    {
                        _now += 20;
                        Set(set.Variable.Name, Value(set.Expression));
                    }
                    else if (element is SelectScalarExpression column)
                    {
                        Row[column.ColumnName.Value] = Value(column.Expression);
                    }
                }

                break;
            case QueryDerivedTable:
                var count = (long)_variables["@count"]!;
                _now += count * RowNs(Seconds);
                Set("@result", 0L);
                break;
            case VariableTableReference { Variable.Name: "@medians" }:
                var name = ((StringLiteral)((BooleanComparisonExpression)query.WhereClause.SearchCondition).SecondExpression).Value;
                if (_medians.TryGetValue(name, out var median))
                {
                    foreach (var set in query.SelectElements.Cast<SelectSetVariable>())
                    {
                        Set(set.Variable.Name, ((ColumnReferenceExpression)set.Expression).MultiPartIdentifier.Identifiers[^1].Value switch
                        {
                            "pairs" => (long)_figures.Count(figure => figure.Name == name),
                            "median" => median.Median.Nanoseconds,
                            "low" => median.Low.Nanoseconds,
                            _ => median.High.Nanoseconds,
                        });
                    }
                }

                break;
            case VariableTableReference { Variable.Name: "@evidence" }:
                break;
            default:
                throw new NotSupportedException(query.FromClause.TableReferences[0].GetType().Name);
        }
    }

    private void Insert(InsertStatement insert)
    {
        switch (((VariableTableReference)insert.InsertSpecification.Target).Variable.Name, insert.InsertSpecification.InsertSource)
        {
            case ("@figures", ValuesInsertSource source):
                _figures.AddRange(source.RowValues.Select(
                    row => ((string)Value(row.ColumnValues[0])!,
                        Convert.ToDouble(Value(row.ColumnValues[1]), CultureInfo.InvariantCulture))));
                break;
            case ("@medians", SelectInsertSource):
                // The order statistics of the program itself: what the script makes of them in SQL is held by another test.
                foreach (var same in _figures.GroupBy(figure => figure.Name, figure => figure.Value))
                {
                    _medians[same.Key] = OrderStatistics.Median([.. same.Order()], 0.05);
                }

                break;
            case ("@evidence", ValuesInsertSource source):
                foreach (var value in source.RowValues.SelectMany(row => row.ColumnValues))
                {
                    Assert.True(Value(value) is not string { Length: > 400 }, "a value of @evidence does not fit");
                }

                break;
            default:
                throw new NotSupportedException("INSERT");
        }
    }

    private void Execute(ExecuteStatement executed)
    {
        var entity = (ExecutableProcedureReference)executed.ExecuteSpecification.ExecutableEntity;
        var text = (string)Value(entity.Parameters[0].ParameterValue)!;
        var outputs = entity.Parameters.Where(parameter => parameter.IsOutput)
            .ToDictionary(parameter => parameter.Variable.Name, parameter => ((VariableReference)parameter.ParameterValue).Name);
        Allowed(Missing is null || !text.Contains(Missing, StringComparison.Ordinal));
        if (text.Contains("fn_my_permissions", StringComparison.Ordinal))
        {
            Set(outputs["@found"], MaySeeTraces ? 1L : 0L);
        }
        else if (text.Contains("dm_os_sys_info", StringComparison.Ordinal))
        {
            Allowed(MaySeeSessions);
            Set(outputs["@cpu"], (long)(_now * 2.4));
            Set(outputs["@ms"], (long)(_now / 1e6));
            Set(outputs["@count"], 8L);
            Set(outputs["@time"], "QUERY_PERFORMANCE_COUNTER");
            Set(outputs["@machine"], "HYPERVISOR");
        }
        else if (text.Contains("dm_xe_sessions", StringComparison.Ordinal))
        {
            Allowed(MaySeeSessions);
            Set(outputs["@found"], Recorder);
        }
    }

    private static void Allowed(bool may)
    {
        if (!may)
        {
            throw new NoRightException();
        }
    }

    private void Set(string variable, object? value) =>
        _variables[variable] = value is null || !_types.TryGetValue(variable, out var type) ? value : Cast(value, type);

    private static object Cast(object value, DataTypeReference type) => ((SqlDataTypeReference)type).SqlDataTypeOption switch
    {
        SqlDataTypeOption.Int or SqlDataTypeOption.BigInt or SqlDataTypeOption.Bit =>
            value is string text ? long.Parse(text, CultureInfo.InvariantCulture) : value is double real ? (long)real : value,
        SqlDataTypeOption.Float => Convert.ToDouble(value, CultureInfo.InvariantCulture),
        SqlDataTypeOption.Decimal => Math.Round(Convert.ToDouble(value, CultureInfo.InvariantCulture), Size(type, 1)),
        SqlDataTypeOption.DateTime2 => value,
        _ => Fitting(Convert.ToString(value, CultureInfo.InvariantCulture)!, Size(type, 0)),
    };

    private static int Size(DataTypeReference type, int place) =>
        int.Parse(((SqlDataTypeReference)type).Parameters[place].Value, CultureInfo.InvariantCulture);

    private static string Fitting(string text, int length)
    {
        Assert.True(text.Length <= length, $"'{text}' does not fit into {length}");
        return text;
    }

    private object? Value(ScalarExpression expression)
    {
        if (!_values.TryGetValue(expression, out var compiled))
        {
            _values[expression] = compiled = Compile(expression);
        }

        return compiled();
    }

    private bool Holds(BooleanExpression expression) => Condition(expression) == true;

    private bool? Condition(BooleanExpression expression)
    {
        if (!_conditions.TryGetValue(expression, out var compiled))
        {
            _conditions[expression] = compiled = Compile(expression);
        }

        return compiled();
    }

    private Func<object?> Compile(ScalarExpression expression)
    {
        switch (expression)
        {
            case VariableReference variable:
                return () => _variables[variable.Name];
            case GlobalVariableExpression { Name: "@@OPTIONS" }:
                return () => CountsNothing ? 512L : 0L;
            case GlobalVariableExpression { Name: "@@VERSION" }:
                return () => VersionText;
            case IntegerLiteral integer:
                object whole = long.Parse(integer.Value, CultureInfo.InvariantCulture);
                return () => whole;
            case NumericLiteral numeric:
                object number = double.Parse(numeric.Value, CultureInfo.InvariantCulture);
                return () => number;
            case StringLiteral text:
                return () => text.Value;
            case NullLiteral:
                return () => null;
            case ParenthesisExpression inner:
                return () => Value(inner.Expression);
            case BinaryExpression binary:
                return () => Calculate(binary.BinaryExpressionType, Value(binary.FirstExpression), Value(binary.SecondExpression));
            case SearchedCaseExpression searched:
                return () => searched.WhenClauses.FirstOrDefault(when => Holds(when.WhenExpression)) is { } found
                    ? Value(found.ThenExpression) : searched.ElseExpression is { } other ? Value(other) : null;
            case SimpleCaseExpression simple:
                return () => Value(simple.InputExpression) is var input && simple.WhenClauses.FirstOrDefault(when => Compare(input, Value(when.WhenExpression)) == 0) is { } found ? Value(found.ThenExpression) : simple.ElseExpression is { } other ? Value(other) : null;
            case CastCall cast:
                return () => Value(cast.Parameter) is { } value ? Cast(value, cast.DataType) : null;
            case CoalesceExpression coalesce:
                return () => coalesce.Expressions.Select(Value).FirstOrDefault(value => value is not null);
            case NullIfExpression nullIf:
                return () => Value(nullIf.FirstExpression) is var value
                    && Compare(value, Value(nullIf.SecondExpression)) == 0 ? null : value;
            case LeftFunctionCall left:
                return () => Value(left.Parameters[0]) is string text
                    && Value(left.Parameters[1]) is long length ? text[..(int)Math.Min(length, text.Length)] : null;
            case FunctionCall call:
                return Compile(call);
            default:
                throw new NotSupportedException(expression.GetType().Name);
        }
    }

    private Func<object?> Compile(FunctionCall call) => call.FunctionName.Value.ToUpperInvariant() switch
    {
        "SYSUTCDATETIME" => () => (long)(Math.Floor(_now / StepNs) * StepNs),
        "DATEDIFF" => () => Value(call.Parameters[1]) is long from
            && Value(call.Parameters[2]) is long to ? Difference(((IdentifierLiteral)call.Parameters[0]).Value, from, to) : null,
        "ISNULL" => () => Value(call.Parameters[0]) ?? Value(call.Parameters[1]),
        "REPLACE" => () => (Value(call.Parameters[0]) as string)?.Replace(
            (string)Value(call.Parameters[1])!, (string)Value(call.Parameters[2])!, StringComparison.Ordinal),
        "NCHAR" => () => ((char)(long)Value(call.Parameters[0])!).ToString(),
        "SERVERPROPERTY" => () => (string)Value(call.Parameters[0])! switch
        {
            "EngineEdition" => (long)Edition,
            "ResourceVersion" => ResourceVersion,
            "BabelfishVersion" => BabelfishVersion,
            _ => Version,
        },
        "ERROR_MESSAGE" => () => Error,
        var other => throw new NotSupportedException(other),
    };

    private static long Difference(string part, long from, long to) => part.ToUpperInvariant() switch
    {
        // An int, as the server's; seconds count the borders that lie between.
        "NANOSECOND" => checked((int)(to - from)),
        "MICROSECOND" => checked((int)((to / 1000) - (from / 1000))),
        "MILLISECOND" => checked((int)((to / 1_000_000) - (from / 1_000_000))),
        "SECOND" => checked((int)((to / 1_000_000_000) - (from / 1_000_000_000))),
        _ => throw new NotSupportedException(part),
    };

    private static object? Calculate(BinaryExpressionType kind, object? left, object? right)
    {
        if (left is null || right is null)
        {
            return null;
        }

        if (left is string || right is string)
        {
            return string.Concat(left, right);
        }

        if (left is long one && right is long other)
        {
            return kind switch
            {
                BinaryExpressionType.Add => one + other,
                BinaryExpressionType.Subtract => one - other,
                BinaryExpressionType.Multiply => checked(one * other),
                BinaryExpressionType.BitwiseAnd => one & other,
                BinaryExpressionType.Divide => one / other,
                _ => one % other,
            };
        }

        var (first, second) = (Convert.ToDouble(left, CultureInfo.InvariantCulture), Convert.ToDouble(right, CultureInfo.InvariantCulture));
        return kind switch
        {
            BinaryExpressionType.Add => first + second,
            BinaryExpressionType.Subtract => first - second,
            BinaryExpressionType.Multiply => first * second,
            _ when second == 0 => throw new DivideByZeroException(),
            _ => first / second,
        };
    }

    private Func<bool?> Compile(BooleanExpression expression) => expression switch
    {
        BooleanParenthesisExpression inner => () => Condition(inner.Expression),
        BooleanBinaryExpression { BinaryExpressionType: BooleanBinaryExpressionType.And } both => () =>
            Condition(both.FirstExpression) == false ? false : Condition(both.FirstExpression) & Condition(both.SecondExpression),
        BooleanBinaryExpression either => () =>
            Condition(either.FirstExpression) == true ? true : Condition(either.FirstExpression) | Condition(either.SecondExpression),
        BooleanIsNullExpression isNull => () => Value(isNull.Expression) is null != isNull.IsNot,
        InPredicate among => () =>
            Value(among.Expression) is { } value ? among.Values.Any(item => Compare(value, Value(item)) == 0) != among.NotDefined : null,
        LikePredicate like => () => Value(like.FirstExpression) is string text ? Value(like.SecondExpression) is "Microsoft SQL Server%" ? text.StartsWith("Microsoft SQL Server", StringComparison.Ordinal) : text.Length > 2 && text[2] == '.' && text[0] != '0' : null,
        BooleanComparisonExpression compared => () =>
            Compare(Value(compared.FirstExpression), Value(compared.SecondExpression)) is { } order ? compared.ComparisonType switch
            {
                BooleanComparisonType.Equals => order == 0,
                BooleanComparisonType.NotEqualToBrackets => order != 0,
                BooleanComparisonType.LessThan => order < 0,
                BooleanComparisonType.LessThanOrEqualTo => order <= 0,
                BooleanComparisonType.GreaterThan => order > 0,
                BooleanComparisonType.GreaterThanOrEqualTo => order >= 0,
                var other => throw new NotSupportedException(other.ToString()),
            } : null,
        _ => throw new NotSupportedException(expression.GetType().Name),
    };

    private static int? Compare(object? left, object? right) => (left, right) switch
    {
        (null, _) or (_, null) => null,
        (string one, string other) => string.CompareOrdinal(one, other),
        (long one, long other) => one.CompareTo(other),
        _ => Convert.ToDouble(left, CultureInfo.InvariantCulture).CompareTo(Convert.ToDouble(right, CultureInfo.InvariantCulture)),
    };

    private sealed class NoRightException : Exception;
}
