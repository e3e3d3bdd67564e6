-- Does a slow clock make this SQL Server slow? Paste it into SSMS and press F5: 4 seconds of one scheduler, nothing is changed.
-- NORMAL: not the clock. SLOW: the clock. UNCLEAR: see reason and next_step. Second grid: the evidence.
-- Any login may run it, but SLOW takes VIEW SERVER STATE (from 2022 VIEW SERVER PERFORMANCE STATE) and ALTER TRACE: what records
-- statements, where a login cannot see it, would look the same. SQL Server 2012 to 2025; more: docs/sql-script.md.
DECLARE @nocount int = @@OPTIONS & 512;
SET NOCOUNT ON;
-- For how many seconds it works on one scheduler: 2 to 30. It stops starting new work after 1.5 times that, and after 30 s at the latest.
DECLARE @seconds int = 4;
-- Optional: statement_ns and row_ns of this script from a good day on the same server; the script then compares with them.
DECLARE @good_statement_ns float = NULL;
DECLARE @good_row_ns float = NULL;

-- The limits of timerprobe sql, with their reasons in docs/measuring.md; times in nanoseconds.
DECLARE @statement_normal float = 200;
DECLARE @statement_slow float = 1000;
DECLARE @statement_over_row float = 10;
DECLARE @interpreted_over_row float = 25;
DECLARE @far_beyond float = 2;
DECLARE @slower_than_before float = 2.5;
DECLARE @unchanged_factor float = 1.5;
DECLARE @fewest_pairs int = 6;
DECLARE @pairs int = 9;

SET @seconds = CASE WHEN @seconds < 2 THEN 2 WHEN @seconds > 30 THEN 30 WHEN @seconds IS NULL THEN 4 ELSE @seconds END;
RAISERROR (N'TimerProbe works on one scheduler for about %d s.', 0, 1, @seconds) WITH NOWAIT;

DECLARE @began datetime2(7) = SYSUTCDATETIME();
DECLARE @evidence TABLE (id int IDENTITY PRIMARY KEY, what nvarchar(100) NOT NULL, value nvarchar(400) NULL, unit nvarchar(20) NULL, source nvarchar(200) NOT NULL);
DECLARE @figures TABLE (name varchar(10) NOT NULL, value float NOT NULL);

-- What answers. Each view is read in a batch of its own, so that one which is missing or forbidden costs its own lines alone.
DECLARE @version nvarchar(128) = CAST(SERVERPROPERTY(N'ProductVersion') AS nvarchar(128));
DECLARE @major int = CASE WHEN @version LIKE N'[1-9][0-9].%' THEN CAST(LEFT(@version, 2) AS int) ELSE 0 END;
DECLARE @edition int = CAST(SERVERPROPERTY(N'EngineEdition') AS int);
-- Another engine may say what it likes in @@VERSION: it has no resource database, or a property of its own.
DECLARE @is_sql_server bit = CASE WHEN @@VERSION LIKE N'Microsoft SQL Server%' AND @edition IN (1, 2, 3, 4) AND @major >= 11
    AND SERVERPROPERTY(N'ResourceVersion') IS NOT NULL AND SERVERPROPERTY(N'BabelfishVersion') IS NULL THEN 1 ELSE 0 END;
DECLARE @cpu_ticks bigint;
DECLARE @ms_ticks bigint;
DECLARE @cpu_ticks_later bigint;
DECLARE @ms_ticks_later bigint;
DECLARE @schedulers int;
DECLARE @time_source nvarchar(60);
DECLARE @machine_type nvarchar(60);
DECLARE @system nvarchar(1000) = N'SELECT @cpu = cpu_ticks, @ms = ms_ticks, @count = scheduler_count, @time = time_source_desc, @machine = virtual_machine_type_desc FROM sys.dm_os_sys_info;';
DECLARE @system_is nvarchar(400) = N'@cpu bigint OUTPUT, @ms bigint OUTPUT, @count int OUTPUT, @time nvarchar(60) OUTPUT, @machine nvarchar(60) OUTPUT';
DECLARE @unseen nvarchar(400) = NULL;
DECLARE @right nvarchar(400) = NULL;
BEGIN TRY
    EXEC sp_executesql @system, @system_is, @cpu = @cpu_ticks OUTPUT, @ms = @ms_ticks OUTPUT, @count = @schedulers OUTPUT, @time = @time_source OUTPUT, @machine = @machine_type OUTPUT;
END TRY
BEGIN CATCH
    INSERT INTO @evidence (what, value, source) VALUES (N'not read', LEFT(ERROR_MESSAGE(), 400), N'sys.dm_os_sys_info');
END CATCH;

-- What records statements: figures taken beside it are inflated, and the clock is not blamed.
DECLARE @recorder nvarchar(400) = NULL;
BEGIN TRY
    EXEC sp_executesql N'SELECT @found = MIN(CAST(s.name AS nvarchar(200)) + N'': '' + CAST(e.event_name AS nvarchar(150)))
FROM sys.dm_xe_sessions AS s
INNER JOIN sys.dm_xe_session_events AS e ON e.event_session_address = s.address
WHERE e.event_name IN (
    N''query_post_execution_showplan'', N''query_post_execution_plan_profile'', N''query_plan_profile'', N''query_thread_profile'',
    N''sp_statement_starting'', N''sp_statement_completed'', N''sql_statement_starting'', N''sql_statement_completed'');', N'@found nvarchar(400) OUTPUT', @found = @recorder OUTPUT;
END TRY
BEGIN CATCH
    SELECT @unseen = N'an event session', @right = N'VIEW SERVER STATE (from 2022 VIEW SERVER PERFORMANCE STATE)';
END CATCH;
DECLARE @trace nvarchar(400) = NULL;
DECLARE @may_trace int = NULL;
BEGIN TRY
    EXEC sp_executesql N'SELECT @found = COUNT(*) FROM sys.fn_my_permissions(NULL, N''SERVER'') AS r WHERE r.permission_name = N''ALTER TRACE'';', N'@found int OUTPUT', @found = @may_trace OUTPUT;
    IF @may_trace > 0
        EXEC sp_executesql N'SELECT @found = MIN(N''trace '' + CAST(s.id AS nvarchar(20)) + N'': '' + CAST(n.name AS nvarchar(128)))
FROM sys.traces AS s
CROSS APPLY sys.fn_trace_geteventinfo(s.id) AS e
INNER JOIN sys.trace_events AS n ON n.trace_event_id = e.eventid
WHERE s.status = 1 AND e.eventid IN (40, 41, 44, 45, 98, 146);', N'@found nvarchar(400) OUTPUT', @found = @trace OUTPUT;
    ELSE
        SELECT @unseen = ISNULL(@unseen + N' or ', N'') + N'a trace', @right = ISNULL(@right + N' and ', N'') + N'ALTER TRACE';
END TRY
BEGIN CATCH
    SELECT @unseen = ISNULL(@unseen + N' or ', N'') + N'a trace', @right = ISNULL(@right + N' and ', N'') + N'ALTER TRACE';
END CATCH;
SET @recorder = COALESCE(@recorder, @trace);
BEGIN TRY
    IF @recorder IS NULL AND @major >= 13
        EXEC sp_executesql N'SELECT @found = N''Query Store: captures ALL'' FROM sys.database_query_store_options WHERE actual_state > 0 AND query_capture_mode_desc = N''ALL'';', N'@found nvarchar(400) OUTPUT', @found = @recorder OUTPUT;
    IF @recorder IS NULL AND @is_sql_server = 1 AND @major IN (13, 14)
        EXEC sp_executesql N'DECLARE @flags TABLE (flag int NULL, status int NULL, is_global int NULL, is_session int NULL);
INSERT INTO @flags (flag, status, is_global, is_session) EXEC sp_executesql N''DBCC TRACESTATUS (7412, -1) WITH NO_INFOMSGS'';
SELECT @found = MAX(N''live query statistics: trace flag 7412'') FROM @flags AS f WHERE f.status = 1;', N'@found nvarchar(400) OUTPUT', @found = @recorder OUTPUT;
END TRY
BEGIN CATCH
    INSERT INTO @evidence (what, value, source) VALUES (N'not read', LEFT(ERROR_MESSAGE(), 400), N'Query Store, trace flags');
END CATCH;

-- The smallest step of the time.
DECLARE @last datetime2(7);
DECLARE @now datetime2(7);
DECLARE @steps int;
DECLARE @passes int;
DECLARE @step bigint;
DECLARE @smallest bigint;
SET @steps = 0;
SET @passes = 0;
SET @last = SYSUTCDATETIME();
WHILE @steps < 16 AND @passes < 200000
BEGIN
    SET @now = SYSUTCDATETIME();
    SET @passes = @passes + 1;
    IF @now <> @last
    BEGIN
        IF @now > @last AND DATEDIFF(second, @last, @now) < 2
        BEGIN
            SET @step = DATEDIFF(nanosecond, @last, @now);
            IF @smallest IS NULL OR @step < @smallest SET @smallest = @step;
        END;
        SET @steps = @steps + 1;
        SET @passes = 0;
        SET @last = @now;
    END;
END;

-- The workloads: 0 one statement of eight assignments, 1 the set-based control, 2 eight statements, 3 primality. First a warm-up finds
-- how much of each takes long enough for a coarse clock; it is dropped. Then pairs, the order swapped each time, a control beside each.
DECLARE @a bigint, @b bigint, @c bigint, @d bigint, @e bigint, @f bigint, @g bigint, @h bigint;
DECLARE @number bigint = 1000000000000037;
DECLARE @divisor bigint;
DECLARE @root bigint;
DECLARE @count bigint;
DECLARE @result bigint;
DECLARE @started datetime2(7);
DECLARE @ended datetime2(7);
DECLARE @took float;
DECLARE @what int = 2;
DECLARE @warm int = 1;
DECLARE @pair int = 1;
DECLARE @place int = 0;
DECLARE @iterations bigint = 1000;
DECLARE @rows bigint = 10000;
DECLARE @divisors bigint = 1000;
DECLARE @one float, @eight float, @row float, @iteration float;
DECLARE @enough float = 40000;
DECLARE @budget float = @seconds * 800000.0 / @pairs;
DECLARE @late bit = 0;
WHILE @pair <= @pairs AND @late = 0
BEGIN
    SET @count = CASE @what WHEN 1 THEN @rows WHEN 3 THEN @divisors ELSE @iterations END;
    SELECT @a = 0, @b = 0, @c = 0, @d = 0, @e = 0, @f = 0, @g = 0, @h = 0;
    SET @divisor = 3;
    SET @root = 2 * @count + 1;
    IF @what = 0
    BEGIN
        SET @started = SYSUTCDATETIME();
        WHILE @a < @count
        BEGIN
            SELECT @a = @a + 1, @b = @b + 2, @c = @c + 3, @d = @d + 4, @e = @e + 5, @f = @f + 6, @g = @g + 7, @h = @h + 8;
        END;
        SET @ended = SYSUTCDATETIME();
    END;
    ELSE IF @what = 1
    BEGIN
        SET @started = SYSUTCDATETIME();
        SELECT @result = COUNT_BIG(*)
        FROM (
            SELECT TOP (@count) CAST(3 + 2 * (a.n + 10 * b.n + 100 * c.n + 1000 * d.n + 10000 * e.n + 100000 * f.n + 1000000 * g.n) AS bigint) AS divisor
            FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS a (n)
            CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS b (n)
            CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS c (n)
            CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS d (n)
            CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS e (n)
            CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS f (n)
            CROSS JOIN (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS g (n)
        ) AS divisors
        WHERE @number % divisors.divisor = 0
        OPTION (MAXDOP 1);
        SET @ended = SYSUTCDATETIME();
    END;
    ELSE IF @what = 2
    BEGIN
        SET @started = SYSUTCDATETIME();
        WHILE @a < @count
        BEGIN
            SET @a = @a + 1;
            SET @b = @b + 2;
            SET @c = @c + 3;
            SET @d = @d + 4;
            SET @e = @e + 5;
            SET @f = @f + 6;
            SET @g = @g + 7;
            SET @h = @h + 8;
        END;
        SET @ended = SYSUTCDATETIME();
    END;
    ELSE
    BEGIN
        SET @started = SYSUTCDATETIME();
        WHILE @divisor <= @root
        BEGIN
            IF @number % @divisor = 0 BREAK;
            SET @divisor = @divisor + 2;
        END;
        SET @ended = SYSUTCDATETIME();
    END;

    -- Microseconds: more than 2.1 s are no int of nanoseconds. A clock that was set back took no time, and the run counts as none.
    SET @took = CASE WHEN @ended > @started AND DATEDIFF(second, @started, @ended) < 60 THEN DATEDIFF(microsecond, @started, @ended) ELSE 0 END;
    SET @late = CASE WHEN DATEDIFF(second, @began, @ended) >= CASE WHEN @seconds > 20 THEN 30 ELSE @seconds * 1.5 END OR @ended < @began THEN 1 ELSE 0 END;
    IF @warm = 1
    BEGIN
        -- Eight statements get half of a pair's time, the control and primality an eighth each; the one statement takes what is left.
        IF @took < @enough AND @count < 5000000
        BEGIN
            SET @iterations = CASE @what WHEN 2 THEN @iterations * 2 ELSE @iterations END;
            SET @rows = CASE @what WHEN 1 THEN @rows * 2 ELSE @rows END;
            SET @divisors = CASE @what WHEN 3 THEN @divisors * 2 ELSE @divisors END;
        END;
        ELSE
        BEGIN
            SET @count = CAST(@count * @budget / CASE @what WHEN 2 THEN 2 ELSE 8 END / CASE WHEN @took > @enough THEN @took ELSE @enough END AS bigint) + 1;
            SET @iterations = CASE @what WHEN 2 THEN @count ELSE @iterations END;
            SET @rows = CASE @what WHEN 1 THEN CASE WHEN @count > 10000000 THEN 10000000 ELSE @count END ELSE @rows END;
            SET @divisors = CASE @what WHEN 3 THEN CASE WHEN @count > 15000000 THEN 15000000 ELSE @count END ELSE @divisors END;
            SET @warm = CASE @what WHEN 3 THEN 0 ELSE 1 END;
            SET @what = CASE @what WHEN 2 THEN 1 WHEN 1 THEN 3 ELSE 0 END;
        END;
    END;
    ELSE
    BEGIN
        SET @one = CASE @what WHEN 0 THEN @took * 1000 / @count ELSE @one END;
        SET @row = CASE @what WHEN 1 THEN @took * 1000 / @count ELSE @row END;
        SET @eight = CASE @what WHEN 2 THEN @took * 1000 / @count ELSE @eight END;
        SET @iteration = CASE @what WHEN 3 THEN @took * 1000 / @count ELSE @iteration END;
        SET @place = @place + 1;
        IF @place = 4
        BEGIN
            IF @one > 0 AND @row > 0 AND @eight > 0 AND @iteration > 0
            BEGIN
                INSERT INTO @figures (name, value) VALUES ('statement', (@eight - @one) / 7), ('row', @row), ('iteration', @iteration);
                IF @pair <= (@pairs + 1) / 2 INSERT INTO @figures (name, value) VALUES ('first', (@eight - @one) / 7);
                IF @pair >= (@pairs + 1) / 2 INSERT INTO @figures (name, value) VALUES ('second', (@eight - @one) / 7);
            END;
            SET @place = 0;
            SET @pair = @pair + 1;
        END;
        SET @what = CASE WHEN @pair % 2 = 1 THEN @place ELSE CASE @place WHEN 0 THEN 2 WHEN 2 THEN 0 ELSE @place END END;
    END;
END;

BEGIN TRY
    EXEC sp_executesql @system, @system_is, @cpu = @cpu_ticks_later OUTPUT, @ms = @ms_ticks_later OUTPUT, @count = @schedulers OUTPUT, @time = @time_source OUTPUT, @machine = @machine_type OUTPUT;
END TRY
BEGIN CATCH
    SET @cpu_ticks_later = NULL;
END CATCH;

-- Medians with intervals by order alone, at a misrate of 1 in 20: the second and the second to last of nine, the ends of six to eight.
DECLARE @medians TABLE (name varchar(10) NOT NULL PRIMARY KEY, pairs int NOT NULL, median float NULL, low float NULL, high float NULL);
INSERT INTO @medians (name, pairs, median, low, high)
SELECT s.name, MAX(s.n),
    SUM(CASE WHEN s.place IN ((s.n + 1) / 2, (s.n + 2) / 2) THEN s.value ELSE 0 END) / SUM(CASE WHEN s.place IN ((s.n + 1) / 2, (s.n + 2) / 2) THEN 1 ELSE 0 END),
    SUM(CASE WHEN s.place = CASE WHEN s.n >= 9 THEN 2 ELSE 1 END THEN s.value ELSE 0 END),
    SUM(CASE WHEN s.place = s.n + 1 - CASE WHEN s.n >= 9 THEN 2 ELSE 1 END THEN s.value ELSE 0 END)
FROM (SELECT f.name, f.value, ROW_NUMBER() OVER (PARTITION BY f.name ORDER BY f.value) AS place, COUNT(*) OVER (PARTITION BY f.name) AS n FROM @figures AS f) AS s
GROUP BY s.name;
DECLARE @had int, @price float, @price_low float, @price_high float, @row_ns float, @row_low float, @row_high float;
DECLARE @iteration_ns float, @iteration_low float, @iteration_high float, @first float, @second float;
SELECT @had = m.pairs, @price = m.median, @price_low = m.low, @price_high = m.high FROM @medians AS m WHERE m.name = 'statement';
SELECT @row_ns = m.median, @row_low = m.low, @row_high = m.high FROM @medians AS m WHERE m.name = 'row';
SELECT @iteration_ns = m.median, @iteration_low = m.low, @iteration_high = m.high FROM @medians AS m WHERE m.name = 'iteration';
SELECT @first = m.median FROM @medians AS m WHERE m.name = 'first';
SELECT @second = m.median FROM @medians AS m WHERE m.name = 'second';
SET @had = ISNULL(@had, 0);

-- What each figure says: a figure is normal or slow when all of its interval is.
DECLARE @priced bit = CASE WHEN @had >= @fewest_pairs AND @price_low > 0 AND @first > 0 AND @second > 0
    AND @first / NULLIF(@second, 0) < @unchanged_factor AND @second / NULLIF(@first, 0) < @unchanged_factor THEN 1 ELSE 0 END;
DECLARE @statement varchar(8) = CASE
    WHEN @priced = 0 AND @had >= @fewest_pairs AND (@price_low > 0 OR @price_high >= @statement_slow) THEN 'unclear'
    WHEN @priced = 0 THEN 'nothing'
    WHEN @price_low >= @statement_slow AND @price_low / @row_high >= @statement_over_row THEN 'slow'
    WHEN @price_high < @statement_normal THEN 'normal'
    ELSE 'unclear' END;
DECLARE @interpreted varchar(8) = CASE
    WHEN @had < @fewest_pairs THEN 'nothing'
    WHEN @statement = 'unclear' AND @row_high / @row_low < @unchanged_factor AND ISNULL(@row_high / NULLIF(@good_row_ns, 0), 1) < @unchanged_factor AND @iteration_low / @row_high >= @far_beyond * @interpreted_over_row THEN 'slow'
    WHEN @statement NOT IN ('nothing', 'normal') THEN 'nothing'
    WHEN @iteration_low / @row_high >= @interpreted_over_row THEN 'slow'
    WHEN @iteration_high / @iteration_low / (@row_high / @row_low) >= @slower_than_before THEN 'unclear'
    ELSE 'nothing' END;
DECLARE @slower varchar(8) = CASE
    WHEN @priced = 0 OR @good_statement_ns IS NULL OR @good_row_ns IS NULL OR @good_statement_ns <= 0 OR @good_row_ns <= 0 THEN 'nothing'
    WHEN @price_low / @good_statement_ns >= @slower_than_before THEN 'slow'
    WHEN @price_high / @good_statement_ns < @unchanged_factor THEN 'normal'
    ELSE 'unclear' END;
DECLARE @grew float = CASE WHEN @slower <> 'nothing' THEN @row_high / @good_row_ns END;
DECLARE @beyond bit = CASE WHEN @slower = 'slow' AND @price_low / @good_statement_ns / CASE WHEN @grew > 1 THEN @grew ELSE 1 END >= @slower_than_before THEN 1 ELSE 0 END;
DECLARE @control_grew bit = CASE WHEN @slower <> 'nothing' AND @row_high / @good_row_ns >= @unchanged_factor THEN 1 ELSE 0 END;
DECLARE @looks_slow bit = CASE WHEN @statement = 'slow' OR @interpreted = 'slow' THEN 1 ELSE 0 END;
DECLARE @figures_say nvarchar(400) = N'a statement costs ' + ISNULL(CAST(CAST(@price AS decimal(18, 0)) AS nvarchar(30)), N'?') + N' ns, '
    + ISNULL(CAST(CAST(@price / @row_ns AS decimal(18, 1)) AS nvarchar(30)), N'?') + N' rows of the control that reads no clock';

-- The first row that holds; never storage, and never the processor by itself.
DECLARE @verdict varchar(8) = 'UNCLEAR';
DECLARE @cause varchar(8) = 'unknown';
DECLARE @confidence varchar(8) = NULL;
DECLARE @reason nvarchar(2000);
DECLARE @next nvarchar(400) = N'timerprobe check in the machine: only it measures the clock itself';
IF @is_sql_server = 0
    SET @reason = N'this is not SQL Server on a machine of its own (' + LEFT(REPLACE(REPLACE(@@VERSION, NCHAR(10), N' '), NCHAR(13), N' '), 120) + N'): what a statement should cost there is not known';
ELSE IF @had < @fewest_pairs
    SET @reason = N'only ' + CAST(@had AS nvarchar(10)) + N' of ' + CAST(@pairs AS nvarchar(10)) + N' pairs of runs ended in time or had a clock that went forward';
ELSE IF @recorder IS NOT NULL
    SELECT @reason = N'something records statements, which costs as much as a slow clock: ' + @recorder, @next = N'end it, and run this again';
ELSE IF @slower = 'slow' AND @beyond = 1 AND @statement <> 'normal' AND @unseen IS NULL
    SELECT @verdict = 'SLOW', @cause = 'clock', @confidence = 'measured', @reason = @figures_say + N', and grew ' + CAST(CAST(@price_low / @good_statement_ns AS decimal(18, 1)) AS nvarchar(30)) + N' times, the control at most ' + CAST(CAST(@grew AS decimal(18, 1)) AS nvarchar(30)) + N' times';
ELSE IF @looks_slow = 1 AND @statement <> 'normal' AND @slower <> 'normal' AND @unseen IS NULL
    SELECT @verdict = 'SLOW', @cause = 'clock', @confidence = 'expected', @reason = @figures_say + CASE @interpreted WHEN 'slow' THEN N'; an iteration of primality costs ' + CAST(CAST(@iteration_ns AS decimal(18, 0)) AS nvarchar(30)) + N' ns' ELSE N'' END + CASE @statement WHEN 'unclear' THEN N'; what a statement costs is unclear' ELSE N'' END;
ELSE IF (@looks_slow = 1 OR @slower = 'slow') AND @unseen IS NOT NULL
    SELECT @reason = CASE @interpreted WHEN 'slow' THEN N'the interpreted function takes ' + CAST(CAST(@iteration_ns / @row_ns AS decimal(18, 0)) AS nvarchar(30)) + N' times its control' ELSE @figures_say END + N': slow, unless ' + @unseen + N' that this login cannot see records statements',
        @next = CASE @unseen WHEN N'an event session or a trace' THEN N'timerprobe check in the server''s machine decides' ELSE @right + N' decides: run this again with it' END;
ELSE IF @slower = 'slow' OR @control_grew = 1
    SET @reason = @figures_say + N'; against the good day the control that reads no clock grew too, or nearly as much: the processor may be short';
ELSE IF @looks_slow = 1
    SET @reason = @figures_say + N'; one figure looks slow, another does not';
ELSE IF @statement = 'unclear' OR @slower = 'unclear' OR @interpreted = 'unclear'
    SET @reason = @figures_say + N' (' + CAST(CAST(@price_low AS decimal(18, 0)) AS nvarchar(30)) + N' to ' + CAST(CAST(@price_high AS decimal(18, 0)) AS nvarchar(30)) + N' ns): neither normal nor slow, or changing while it was measured';
ELSE IF @statement = 'normal' OR @slower = 'normal'
    SELECT @verdict = 'NORMAL', @cause = 'none', @reason = @figures_say + N': as with a fast clock', @next = N'the clock is not the cause; keep statement_ns and row_ns for a bad day: @good_statement_ns and @good_row_ns';
ELSE
    SET @reason = N'the figures say nothing: eight statements cost no more than one';

INSERT INTO @evidence (what, value, unit, source) VALUES
    (N'version', LEFT(REPLACE(REPLACE(@@VERSION, NCHAR(10), N' '), NCHAR(13), N' '), 400), NULL, N'@@VERSION'),
    (N'time source', @time_source, NULL, N'sys.dm_os_sys_info'),
    (N'virtual machine type', @machine_type, NULL, N'sys.dm_os_sys_info'),
    (N'schedulers', CAST(@schedulers AS nvarchar(20)), NULL, N'sys.dm_os_sys_info'),
    (N'TSC rate', CASE WHEN @ms_ticks_later > @ms_ticks AND @cpu_ticks_later > @cpu_ticks THEN CAST(CAST((@cpu_ticks_later - @cpu_ticks) / 1000.0 / (@ms_ticks_later - @ms_ticks) AS decimal(18, 0)) AS nvarchar(30)) END, N'MHz', N'cpu_ticks over ms_ticks: to some thousandths in so short a time'),
    (N'smallest step of the time', CAST(@smallest AS nvarchar(20)), N'ns', CASE WHEN @smallest < 100000 THEN N'SYSUTCDATETIME: fine steps' ELSE N'SYSUTCDATETIME: the coarse clock' END),
    (N'something records statements', ISNULL(@recorder, CASE WHEN @unseen IS NULL THEN N'no' END), NULL, N'event sessions, traces, Query Store, trace flag 7412'),
    (N'not seen for lack of rights', @unseen + N': ' + @right, NULL, N'what is named may be there'),
    (N'statement', @statement, NULL, N'normal below ' + CAST(CAST(@statement_normal AS decimal(18, 0)) AS nvarchar(30)) + N' ns, slow from ' + CAST(CAST(@statement_slow AS decimal(18, 0)) AS nvarchar(30)) + N' ns and ' + CAST(CAST(@statement_over_row AS decimal(18, 0)) AS nvarchar(30)) + N' rows'),
    (N'statement, first half and second half', CAST(CAST(@first AS decimal(18, 0)) AS nvarchar(30)) + N' and ' + CAST(CAST(@second AS decimal(18, 0)) AS nvarchar(30)), N'ns', N'unclear where they differ by half'),
    (N'primality over a row', CAST(CAST(@iteration_ns / @row_ns AS decimal(18, 1)) AS nvarchar(30)), N'rows', N'slow from ' + CAST(CAST(@interpreted_over_row AS decimal(18, 0)) AS nvarchar(30)) + N' where no statement was priced'),
    (N'against the good day', @slower, NULL, N'statement ' + ISNULL(CAST(CAST(@price / NULLIF(@good_statement_ns, 0) AS decimal(18, 2)) AS nvarchar(30)), N'?') + N' times, control ' + ISNULL(CAST(CAST(@row_ns / NULLIF(@good_row_ns, 0) AS decimal(18, 2)) AS nvarchar(30)), N'?') + N' times'),
    (N'iterations, rows, divisors a run', CAST(@iterations AS nvarchar(20)) + N', ' + CAST(@rows AS nvarchar(20)) + N', ' + CAST(@divisors AS nvarchar(20)), NULL, N'by the warm-up');

SELECT @verdict AS verdict, @cause AS cause, @confidence AS confidence, @reason AS reason, @next AS next_step,
    CAST(@price AS decimal(18, 1)) AS statement_ns, CAST(@price_low AS decimal(18, 1)) AS statement_low_ns, CAST(@price_high AS decimal(18, 1)) AS statement_high_ns,
    CAST(@row_ns AS decimal(18, 1)) AS row_ns, CAST(@row_low AS decimal(18, 1)) AS row_low_ns, CAST(@row_high AS decimal(18, 1)) AS row_high_ns,
    CAST(@iteration_ns AS decimal(18, 1)) AS iteration_ns, CAST(@iteration_low AS decimal(18, 1)) AS iteration_low_ns, CAST(@iteration_high AS decimal(18, 1)) AS iteration_high_ns,
    CAST(@price / @row_ns AS decimal(18, 2)) AS statement_rows, @smallest AS clock_step_ns, @had AS pairs, CAST(DATEDIFF(millisecond, @began, SYSUTCDATETIME()) / 1000.0 AS decimal(9, 1)) AS seconds;
SELECT e.what, e.value, e.unit, e.source FROM @evidence AS e WHERE e.value IS NOT NULL ORDER BY e.id;
IF @nocount = 0 SET NOCOUNT OFF;
