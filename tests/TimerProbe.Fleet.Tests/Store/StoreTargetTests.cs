using TimerProbe.Fleet.Store;

namespace TimerProbe.Fleet.Tests.Store;

public sealed class StoreTargetTests
{
    [Theory]
    [InlineData("fleet.db")]
    [InlineData("/var/lib/timerprobe/fleet.db")]
    [InlineData("post:gres.db")]
    public void A_path_is_a_file(string text) => Assert.Equal(Path.GetFullPath(text), StoreTarget.Parse(text).File);

    [Theory]
    [InlineData("postgres:Host=db.example.org;Database=fleet;Username=tp")]
    [InlineData("postgres://tp@db.example.org/fleet")]
    [InlineData("postgresql://tp@db.example.org:5432/fleet?sslmode=verify-full&connect_timeout=5")]
    [InlineData("postgres:///fleet?host=db.example.org&user=tp")]
    public void Both_forms_of_a_database_are_understood(string text)
    {
        var target = StoreTarget.Parse(text);

        Assert.Null(target.File);
        Assert.Equal("the database fleet on db.example.org:5432", target.ToString());
    }

    [Theory]
    [InlineData("")]
    [InlineData("/tmp/")]
    [InlineData("mysql://x/y")]
    [InlineData("postgres:")]
    [InlineData("postgres:Host=x")]
    [InlineData("postgres:Hots=x;Database=y")]
    [InlineData("postgres:Host=x;Database=y;Port=eighty")]
    [InlineData("postgres://")]
    [InlineData("postgres://x")]
    public void What_names_no_store_is_refused_with_what_would(string text)
    {
        var refused = Assert.Throws<StoreException>(() => StoreTarget.Parse(text));

        Assert.Equal(StoreErrorKind.BadTarget, refused.Kind);
        Assert.Contains("Name a file, postgres:Host=", refused.Message);
    }

    [Theory]
    [InlineData("postgres:Host=x;Database=y;Password=s3cret")]
    [InlineData("postgres://me:s3cret@x/y")]
    [InlineData("postgres://x/y?Password=s3cret")]
    [InlineData("postgres:Passwort=s3cret")]
    public void A_password_in_it_is_refused_and_not_repeated(string text) =>
        Assert.DoesNotContain("s3cret", Assert.Throws<StoreException>(() => StoreTarget.Parse(text)).ToString());

    [Fact]
    public void Each_value_of_an_address_is_decoded_by_itself()
    {
        var postgres = StoreTarget.Parse(
            "postgres://t%40p@db.example.org:5433/fl%2Feet?sslrootcert=%2Fetc%2Fa%26b%3D1%3Bc.pem&application_name=a+b%3BPooling%3Dfalse&connect_timeout=7&keepalives_idle=40"
            + "&target_session_attrs=read-write&krbsrvname=pg&search_path=tp").Postgres!;

        Assert.Equal(("t@p", "fl/eet", 5433), (postgres.Username, postgres.Database, postgres.Port));
        Assert.Equal(("/etc/a&b=1;c.pem", "a+b;Pooling=false", true), (postgres.RootCertificate, postgres.ApplicationName, postgres.Pooling));
        Assert.Equal((7, 40, "read-write", "pg", "tp"), (postgres.Timeout, postgres.TcpKeepAliveTime, postgres.TargetSessionAttributes, postgres.KerberosServiceName, postgres.SearchPath));
    }

    [Theory]
    [InlineData("postgres://%2Frun%2Fpostgresql/fleet", "/run/postgresql", 5432)]
    [InlineData("postgres://[::1]:5433/fleet", "::1", 5433)]
    [InlineData("postgres://db1:5433,db2/fleet", "db1:5433,db2", 5432)]
    public void An_address_may_name_a_socket_an_IP_address_and_several_hosts(string text, string host, int port)
    {
        var postgres = StoreTarget.Parse(text).Postgres!;
        Assert.Equal((host, port), (postgres.Host, postgres.Port));
    }

    [Theory]
    [InlineData("sslmod=require", "it has no parameter \"sslmod\"; did you mean sslmode?")]
    [InlineData("SSL%20Mode=Require", "it has no parameter \"SSL Mode\"; did you mean sslmode?")]
    [InlineData("colour=red", "it has no parameter \"colour\"; it takes host, port, ")]
    [InlineData("sslmode=require&sslmode=disable", "it says sslmode twice")]
    [InlineData("user=me", "it says user twice")]
    [InlineData("sslmode=verify_full", "the value of sslmode is none that it can have")]
    [InlineData("require_auth=kerberos", "the value of require_auth is none that it can have")]
    [InlineData("port=eighty", "the value of port is none that it can have")]
    [InlineData("s3cret", "what follows ? is not name=value&name=value")]
    [InlineData("sslpassword=s3cret", "it holds the password of a key")]
    public void What_an_address_cannot_say_is_refused_by_name(string query, string sentence)
    {
        var refused = Assert.Throws<StoreException>(() => StoreTarget.Parse($"postgres://tp@db.example.org/fleet?{query}"));
        Assert.Contains(sentence, refused.Message);
        Assert.DoesNotContain("s3cret", refused.ToString());
    }

    [Theory]
    [InlineData("postgres://tp@db/fleet", "VerifyFull", "ScramSHA256")]
    [InlineData("postgres:Host=db;Database=fleet", "VerifyFull", "ScramSHA256")]
    [InlineData("postgres:Host=db;Database=fleet;SSL Mode=Prefer", "Prefer", "ScramSHA256")]
    [InlineData("postgres:Host=db;Database=fleet;Require Auth=MD5", "VerifyFull", "MD5")]
    [InlineData("postgres://tp@db/fleet?sslcert=/c.pem&sslkey=/k.pem", "VerifyFull", "ScramSHA256,None")]
    [InlineData("postgres://tp@db/fleet?krbsrvname=postgres", "VerifyFull", "ScramSHA256,GSS,SSPI")]
    [InlineData("postgres:Host=/run/postgresql;Database=fleet", "Prefer", null)]
    public void Over_a_network_everything_is_verified_unless_the_target_says_otherwise(string text, string mode, string? methods)
    {
        var postgres = StoreTarget.Parse(text).Postgres!;
        Assert.Equal((mode, methods), (postgres.SslMode.ToString(), postgres.RequireAuth));
    }

    [Theory]
    [InlineData("/var/lib/fleet.db", null)]
    [InlineData("postgres:Host=/run/postgresql;Database=fleet", null)]
    [InlineData("postgres://tp@db/fleet", null)]
    [InlineData("postgres://tp@db/fleet?sslmode=verify-ca", "the name in the certificate of db is not verified: another server of that authority may answer in its place")]
    [InlineData("postgres://tp@db/fleet?sslmode=require", "the certificate of db is not verified: anyone in between may answer in its place")]
    [InlineData("postgres://tp@db/fleet?sslmode=require&require_auth=password", "the certificate of db is not verified: anyone in between may answer in its place, and gets the password if it asks")]
    [InlineData("postgres://tp@db/fleet?sslmode=prefer", "the connection to db is encrypted only if the server offers it: anyone in between can read and change what is sent")]
    [InlineData("postgres://tp@db/fleet?sslmode=disable&require_auth=!none", "the connection to db is not encrypted: anyone in between can read and change what is sent, and gets the password if it asks")]
    public void What_is_taken_on_trust_is_said(string text, string? sentence) => Assert.Equal(sentence, StoreTarget.Parse(text).NotVerified);
}
