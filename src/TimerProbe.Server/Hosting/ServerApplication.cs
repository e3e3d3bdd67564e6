using TimerProbe.Server.Access;
using TimerProbe.Server.Api;
using TimerProbe.Server.Intake;
using TimerProbe.Server.Pages;
using TimerProbe.Server.Schedule;

namespace TimerProbe.Server.Hosting;

/// <summary>The parts of a node, put together.</summary>
internal static class ServerApplication
{
    /// <summary>A node that listens nowhere yet.</summary>
    public static WebApplication Build(ServerContext context, IReadOnlyList<string> addresses)
    {
        var builder = WebApplication.CreateSlimBuilder(new WebApplicationOptions { ApplicationName = "timerprobe-server", EnvironmentName = Environments.Production });
        builder.WebHost.UseUrls([.. addresses]);
        builder.Logging.SetMinimumLevel(LogLevel.Warning);
        builder.Services.AddSingleton(context).AddSingleton(context.Store).AddSingleton(context.Time);
        builder.Services.AddProblemDetails();
        builder.Services.AddAccess();
        builder.Services.AddIntake(context);
        builder.Services.AddSchedule(context);
        builder.Services.AddPages(context);
        builder.Services.AddApi(context);

        var app = builder.Build();
        app.UseExceptionHandler();
        app.UseStatusCodePages();
        app.UseAuthentication();
        app.UseAuthorization();
        app.MapGet("/healthz", () => Results.Text("ok\n")).AllowAnonymous();
        app.MapIntake();
        app.MapPages();
        app.MapApi();
        return app;
    }
}
