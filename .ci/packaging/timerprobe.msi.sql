-- A statement a line, for msibuild.

-- The folder on the machine's PATH, at its end; taken out again with the program.
CREATE TABLE `Environment` (`Environment` CHAR(72) NOT NULL, `Name` CHAR(255) NOT NULL LOCALIZABLE, `Value` CHAR(255) LOCALIZABLE, `Component_` CHAR(72) NOT NULL PRIMARY KEY `Environment`)
INSERT INTO `Environment` (`Environment`, `Name`, `Value`, `Component_`) VALUES ('Path', '=-*PATH', '[~];[INSTALLDIR]', 'Program')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('RemoveEnvironmentStrings', '', 3300)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('WriteEnvironmentStrings', '', 5200)

-- The service is installed and removed by the program itself: 18 runs an installed file, 1024 + 2048 as the system, 256 when the installation is undone, 64 whatever comes of it.
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('InstallWatch', 3090, 'timerprobe.exe', 'service install')
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('UndoWatch', 3410, 'timerprobe.exe', 'service remove')
INSERT INTO `CustomAction` (`Action`, `Type`, `Source`, `Target`) VALUES ('RemoveWatch', 3154, 'timerprobe.exe', 'service remove')
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('RemoveWatch', 'WATCHSERVICE ~>< INSTALLDIR AND ((REMOVE="ALL" AND NOT UPGRADINGPRODUCTCODE) OR &Watch=2)', 1590)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('UndoWatch', '&Watch=3 AND NOT WATCHSERVICE', 5860)
INSERT INTO `InstallExecuteSequence` (`Action`, `Condition`, `Sequence`) VALUES ('InstallWatch', '&Watch=3 OR (WATCHSERVICE ~>< INSTALLDIR AND NOT REMOVE)', 5870)

-- A watch of a program elsewhere goes on.
UPDATE `InstallExecuteSequence` SET `Condition` = 'VersionNT AND WATCHSERVICE ~>< INSTALLDIR' WHERE `Action` = 'StopServices'

-- #% makes a value one with variables.
UPDATE `Registry` SET `Value` = '#%%SystemRoot%\System32\EventCreate.exe' WHERE `Name` = 'EventMessageFile'
